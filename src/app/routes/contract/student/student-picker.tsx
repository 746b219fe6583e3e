import { m } from '#i18n/messages.js';
import type { Student } from '#modules/students/students.contract.ts';
import { fullName } from '#kit/text/full-name.ts';
import { StudentPortrait } from '#app/students/student-portrait.tsx';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';

type StudentPickerProps = {
  students: readonly Student[];
  selectedId: number | null;
  /** what the button of each card says: Select, or Copy */
  verb: string;
  onPick: (student: Student) => void;
};

/** The family's students as cards, with what tells them apart (contracts.md §2). */
export function StudentPicker({ students, selectedId, verb, onPick }: StudentPickerProps) {
  return (
    <ul className="grid gap-2.5">
      {students.map((student) => {
        const name = fullName(student);
        const isSelected = student.id === selectedId;
        return (
          <li
            key={student.id}
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
      })}
    </ul>
  );
}
