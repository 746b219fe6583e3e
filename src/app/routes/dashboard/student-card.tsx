import { useId, useState } from 'react';
import { m } from '#i18n/messages.js';
import type { Student } from '#modules/students/students.contract.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';

/** First and last name, as the family writes them. */
export function fullName(student: Pick<Student, 'first_name' | 'last_name'>): string {
  return `${student.first_name} ${student.last_name}`;
}

/** The newest photo, by a link that holds for five minutes. */
export function photoOf(student: Student): { src: string; alt: string } | undefined {
  const [photo] = student.images;
  return photo && { src: `/storage/${photo.path}`, alt: m.dashboard_student_photo_of({ name: fullName(student) }) };
}

function Portrait({ student }: { student: Student }) {
  const photo = photoOf(student);
  const [failed, setFailed] = useState<string>();
  // A list that was kept for longer than its links hold shows the icon until it has been read again.
  if (!photo || photo.src === failed) {
    return (
      <span className="grid size-16 shrink-0 place-items-center rounded-md bg-sunk text-ink-soft">
        <Icon name="person" className="size-8" />
      </span>
    );
  }
  return (
    <img src={photo.src} alt={photo.alt} className="size-16 shrink-0 rounded-md object-cover" width="64" height="64" onError={() => setFailed(photo.src)} />
  );
}

/** One student of the list. Delete is there only for one without contracts (accounts.md §2). */
export function StudentCard({ student, onDelete }: { student: Student; onDelete: () => void }) {
  const none = m.dashboard_none();
  const nameId = useId();
  return (
    <li className="flex flex-col gap-4 rounded-md border border-hair bg-card p-4">
      <div className="flex items-center gap-4">
        <Portrait student={student} />
        <h2 id={nameId} className="min-w-0 text-lg font-bold break-words">{fullName(student)}</h2>
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
        <LinkButton to={`/dashboard/students/edit/${student.id}`} look="secondary" size="small" icon="pencil" aria-describedby={nameId}>
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
