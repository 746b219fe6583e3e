import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { readStudent, type FamilyStudent } from '#modules/office/people/people.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { StudentLink, rowLink } from '#app/lists/row-links.tsx';
import { StudentFacts } from '#app/routes/office/students/student-facts.tsx';
import { AddToList } from '#app/routes/office/waiting/add-to-list.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Fold } from '#app/ui/fold.tsx';

const GiveAidCode = ({ student_id }: { student_id: number }) => (
  <Link to={`/admin/aid?student=${student_id}`} className={rowLink}>
    {m.office_aid_new()}
  </Link>
);

/** Read when the student is opened: the read is in the audit log then (OF10.2). */
function StudentRecord({ id }: { id: number }) {
  const query = useItems(readStudent, { params: { id } }, { refetchOnWindowFocus: false });
  return (
    <Loaded query={query} loading={m.office_loading()}>
      {([student]) => student && <StudentFacts student={student} />}
    </Loaded>
  );
}

function StudentLine({ student }: { student: FamilyStudent }) {
  const mayGiveAid = useRight('money_write');
  const mayAddToList = useRight('waiting_write');
  const { id, line, grade } = student;
  const place = [grade, line ?? m.lookup_no_contract()].filter(Boolean).join(' · ');
  return (
    <li className="border-t border-hair py-2 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-bold">
          <StudentLink {...student} />
        </h3>
        <div className="flex flex-wrap items-center gap-x-4">
          {mayGiveAid && <GiveAidCode student_id={id} />}
          {mayAddToList && <AddToList student={student} />}
        </div>
      </div>
      <p className="text-sm text-ink-soft">{place}</p>
      <Disclosure label={m.family_student_open({ name: shownName(student) })}>
        <StudentRecord id={id} />
      </Disclosure>
    </li>
  );
}

export function StudentsFold({ students }: { students: readonly FamilyStudent[] }) {
  return (
    <Fold title={m.office_students()}>
      {students.length === 0 ? (
        <p className="text-ink-soft">{m.office_students_none()}</p>
      ) : (
        <ul>
          {students.map((student) => (
            <StudentLine key={student.id} student={student} />
          ))}
        </ul>
      )}
    </Fold>
  );
}
