import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { useAuth } from '../../auth/use-auth.ts';
import type { Student } from '#modules/students/students.contract.ts';
import type { StudentValues } from '../../parts/student-form.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { emptyStudent, type StudentDraft } from './draft.ts';
import { StudentPicker } from './student-picker.tsx';
import { copyFromStudent, prefillGuardian, studentDraftOf } from './transitions.ts';
import { useWizard } from './wizard-context.ts';

const NOTICE_MS = 3000;

/** True for three seconds after `show` was called. */
function usePassingNotice(): [boolean, () => void] {
  const [shownAt, setShownAt] = useState(0);
  useEffect(() => {
    if (shownAt === 0) return undefined;
    const timer = window.setTimeout(() => setShownAt(0), NOTICE_MS);
    return () => window.clearTimeout(timer);
  }, [shownAt]);
  return [shownAt > 0, () => setShownAt(Date.now())];
}

/** Choosing a student who is registered already, or copying the family's details from one (contracts.md §4). */
export function ExistingStudent({ students }: { students: readonly Student[] }) {
  const { draft, change } = useWizard();
  const { user } = useAuth();
  const { reset, getValues } = useFormContext<StudentValues>();
  const [list, setList] = useState<'choose' | 'copy' | null>(null);
  const [isCopied, showCopied] = usePassingNotice();
  const { id } = draft.student;

  function fill(student: StudentDraft): void {
    const { id: chosen, ...fields } = student;
    change((known) => ({ ...known, student }));
    reset({ ...fields, photo: undefined } as StudentValues, { keepDefaultValues: chosen === null });
    setList(null);
  }
  if (id !== null) {
    return (
      <div className="flex flex-wrap items-center gap-3 rounded-md border border-hair bg-card px-4 py-2">
        <Icon name="tick" className="text-green" />
        <p className="min-w-0 flex-1 font-semibold">{m.contract_existing_student()}</p>
        <Button look="quiet" onClick={() => fill(user ? prefillGuardian(emptyStudent(), user) : emptyStudent())}>
          {m.contract_existing_student_clear()}
        </Button>
      </div>
    );
  }
  return (
    <>
      {students.length > 0 && (
        <div className="grid gap-4">
          <div className="flex flex-wrap gap-3">
            <Button look="secondary" icon="people" aria-expanded={list === 'choose'} onClick={() => setList(list === 'choose' ? null : 'choose')}>
              {m.contract_choose_student()}
            </Button>
            <Button look="secondary" icon="copy" aria-expanded={list === 'copy'} onClick={() => setList(list === 'copy' ? null : 'copy')}>
              {m.contract_copy_student()}
            </Button>
          </div>
          {list === 'choose' && (
            <StudentPicker students={students} selectedId={id} verb={m.contract_select()} onPick={(student) => fill(studentDraftOf(student))} />
          )}
          {list === 'copy' && (
            <StudentPicker
              students={students}
              selectedId={null}
              verb={m.contract_copy()}
              onPick={(student) => {
                fill(copyFromStudent({ ...draft.student, ...(getValues() as Partial<StudentDraft>) }, student));
                showCopied();
              }}
            />
          )}
        </div>
      )}
      {isCopied && (
        <Notice tone="success" role="status">
          {m.contract_student_copied()}
        </Notice>
      )}
    </>
  );
}
