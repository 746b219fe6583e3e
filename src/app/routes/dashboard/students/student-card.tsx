import { useId } from 'react';
import { m } from '#i18n/messages.js';
import type { Student } from '#modules/students/students.contract.ts';
import { fullName } from '#kit/text/full-name.ts';
import { StudentPortrait } from '#app/students/student-portrait.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/card.tsx';

/** One student of the list. Delete is there only for one without contracts (accounts.md §2). */
export function StudentCard({ student, onDelete }: { student: Student; onDelete: () => void }) {
  const none = m.dashboard_none();
  const nameId = useId();
  return (
    <li className="flex flex-col gap-4 rounded-md border border-hair bg-card p-4">
      <div className="flex items-center gap-4">
        <StudentPortrait student={student} />
        <h2 id={nameId} className="min-w-0 text-lg font-bold break-words">
          {fullName(student)}
        </h2>
      </div>
      <Facts
        facts={[
          { label: m.account_date_of_birth(), value: student.date_of_birth },
          { label: m.account_phone_home(), value: student.phone_home || none },
          { label: m.account_phone_mobile(), value: student.phone_mobile || none },
          { label: m.account_email(), value: student.email || none },
        ]}
      />
      <div className="mt-auto flex flex-wrap gap-2">
        <LinkButton
          to={`/dashboard/students/edit/${student.id}`}
          look="secondary"
          size="small"
          icon="pencil"
          aria-describedby={nameId}
        >
          {m.dashboard_edit()}
        </LinkButton>
        {student.contract_details_count === 0 && (
          <Button look="danger" size="small" icon="bin" aria-describedby={nameId} onClick={onDelete}>
            {m.dashboard_delete()}
          </Button>
        )}
      </div>
    </li>
  );
}
