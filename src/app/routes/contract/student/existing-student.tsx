import { useEffect, useRef, useState } from 'react';
import { useFormContext, type UseFormReset } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { useAuth } from '#app/auth/use-auth.ts';
import type { Student } from '#modules/students/students.contract.ts';
import type { StudentValues } from '#app/students/student-form.ts';
import { fullName } from '#kit/text/full-name.ts';
import { StudentPortrait } from '#app/students/student-portrait.tsx';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { StudentDraft } from '#app/routes/contract/wizard/draft.ts';
import {
  clearedStudent,
  copyFromStudent,
  studentDraftOf,
  takeNewStudent,
  takeStudent,
} from '#app/routes/contract/wizard/transitions.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { classNames } from '#app/ui/class-names.ts';

type StudentPickerProps = {
  students: readonly Student[];
  selectedId: number | null;
  verb: string;
  onPick: (student: Student) => void;
};

type StudentCardProps = { student: Student; isSelected: boolean } & Pick<
  StudentPickerProps,
  'verb' | 'onPick'
>;

function StudentCard({ student, isSelected, verb, onPick }: StudentCardProps) {
  const name = fullName(student);
  return (
    <li
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-2',
        'rounded-md border border-hair bg-card px-4 py-3',
      )}
    >
      <StudentPortrait student={student} size="small" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-bold break-words">{name}</p>
        <p className="text-sm text-ink-soft">
          {m.contract_student_mobile({ number: student.phone_mobile || m.contract_not_available() })}
        </p>
        <p className="text-sm break-words text-ink-soft">
          {m.contract_student_email({ email: student.email || m.contract_not_available() })}
        </p>
      </div>
      <Button
        look={isSelected ? 'primary' : 'secondary'}
        icon={isSelected ? 'tick' : undefined}
        aria-label={`${isSelected ? m.contract_selected() : verb} ${name}`}
        onClick={() => !isSelected && onPick(student)}
      >
        {isSelected ? m.contract_selected() : verb}
      </Button>
    </li>
  );
}

function StudentPicker({ students, selectedId, verb, onPick }: StudentPickerProps) {
  return (
    <ul className="grid gap-2.5">
      {students.map((student) => (
        <StudentCard
          key={student.id}
          student={student}
          isSelected={student.id === selectedId}
          verb={verb}
          onPick={onPick}
        />
      ))}
    </ul>
  );
}

const NOTICE_MS = 3000;

function usePassingNotice(): [boolean, () => void] {
  const [shownAt, setShownAt] = useState(0);
  useEffect(() => {
    if (shownAt === 0) return undefined;
    const timer = window.setTimeout(() => setShownAt(0), NOTICE_MS);
    return () => window.clearTimeout(timer);
  }, [shownAt]);
  return [shownAt > 0, () => setShownAt(Date.now())];
}

function SelectedTag({ student, onClear }: { student: Student | undefined; onClear: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-hair bg-card px-4 py-2">
      {student ? (
        <StudentPortrait student={student} size="small" />
      ) : (
        <Icon name="tick" className="text-green" />
      )}
      <p className="min-w-0 flex-1 basis-40 font-semibold">
        <span>{m.contract_existing_student()}</span>
        {student && (
          <span className="block font-normal break-words text-ink-soft">
            <bdi>{fullName(student)}</bdi>
          </span>
        )}
      </p>
      <Button look="quiet" onClick={onClear}>
        {m.contract_existing_student_clear()}
      </Button>
    </div>
  );
}

type Listed = 'choose' | 'copy' | null;

function Openers({ list, setList }: { list: Listed; setList: (list: Listed) => void }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        look="secondary"
        icon="people"
        aria-expanded={list === 'choose'}
        onClick={() => setList(list === 'choose' ? null : 'choose')}
      >
        {m.contract_choose_student()}
      </Button>
      <Button
        look="secondary"
        icon="copy"
        aria-expanded={list === 'copy'}
        onClick={() => setList(list === 'copy' ? null : 'copy')}
      >
        {m.contract_copy_student()}
      </Button>
    </div>
  );
}

export function useDraftStudent(reset: UseFormReset<StudentValues>) {
  const { change } = useWizard();
  function show({ id: chosen, ...fields }: StudentDraft): void {
    reset({ ...fields, photo: undefined } as StudentValues, { keepDefaultValues: chosen === null });
  }
  function fill(student: StudentDraft): void {
    change((known) => takeNewStudent(known, student));
    show(student);
  }
  function choose(student: Student): void {
    change((known) => takeStudent(known, student));
    show(studentDraftOf(student));
  }
  return { fill, choose };
}

/** The button of the closed list is gone, so the focus moves to the first button of the box. */
function useFocusAfterList(list: Listed, isChosen: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const hasLeft = useRef(false);
  useEffect(() => {
    if (hasLeft.current) box.current?.querySelector('button')?.focus();
    hasLeft.current = false;
  }, [list, isChosen]);
  return { box, leave: () => void (hasLeft.current = true) };
}

/** Chooses a registered student, or copies the family's details from a student (contracts.md §4). */
export function ExistingStudent({ students }: { students: readonly Student[] }) {
  const { draft, school } = useWizard();
  const { user } = useAuth();
  const { getValues, reset } = useFormContext<StudentValues>();
  const { fill, choose } = useDraftStudent(reset);
  const [list, setList] = useState<Listed>(null);
  const [isCopied, showCopied] = usePassingNotice();
  const { id } = draft.student;
  const isChosen = id !== null;
  const { box, leave } = useFocusAfterList(list, isChosen);

  function leaveList(): void {
    setList(null);
    leave();
  }
  function clear(): void {
    fill(clearedStudent(user, school.group.division.state));
    leaveList();
  }
  function copy(student: Student): void {
    fill(copyFromStudent({ ...draft.student, ...(getValues() as Partial<StudentDraft>) }, student));
    leaveList();
    showCopied();
  }
  if (students.length === 0 && !isChosen) return null;
  return (
    <div ref={box} className="grid gap-4">
      {isChosen ? (
        <SelectedTag student={students.find((each) => each.id === id)} onClear={clear} />
      ) : (
        <Openers list={list} setList={setList} />
      )}
      {isChosen && <input type="hidden" name="id" value={id} />}
      {list === 'choose' && (
        <StudentPicker students={students} selectedId={id} verb={m.contract_select()} onPick={choose} />
      )}
      {list === 'copy' && !isChosen && (
        <StudentPicker students={students} selectedId={null} verb={m.contract_copy()} onPick={copy} />
      )}
      {isCopied && (
        <Notice tone="success" role="status">
          {m.contract_student_copied()}
        </Notice>
      )}
    </div>
  );
}
