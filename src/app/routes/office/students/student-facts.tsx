import { m } from '#i18n/messages.js';
import { guardiansOf, type Guardian } from '#modules/students/guardians.ts';
import type { Student } from '#modules/students/students.contract.ts';
import { PhoneLink } from '#app/lists/row-links.tsx';
import { Facts } from '#app/ui/card.tsx';
import { typed } from '#app/ui/typed.tsx';

const guardianText = ({ first_name, last_name, phone_mobile, email }: Guardian) =>
  m.office_guardian({
    name: `${first_name ?? ''} ${last_name ?? ''}`.trim(),
    phone: phone_mobile ?? m.office_none(),
    email: email ?? m.office_none(),
  });

function Guardians({ student }: { student: Student }) {
  return (
    <ul>
      {guardiansOf(student)
        .map(guardianText)
        .map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
    </ul>
  );
}

const careFacts = (student: Student) => [
  ...(student.has_medical_concerns ? [{ label: m.office_medical(), value: student.medical_concerns }] : []),
  ...(student.is_split_custody
    ? [
        {
          label: m.office_custody(),
          value: [student.second_address, student.custody_notes].filter(Boolean).join(' · '),
        },
      ]
    : []),
];

const sexes = { m: m.account_sex_male, f: m.account_sex_female };

export function StudentFacts({ student }: { student: Student }) {
  const { address, apt, city, state, zip, phone_mobile, email } = student;
  return (
    <Facts
      facts={[
        { label: m.office_born(), value: <span className="figures">{student.date_of_birth}</span> },
        { label: m.account_sex(), value: sexes[student.sex]() },
        { label: m.office_phone_home(), value: <PhoneLink phone={student.phone_home} /> },
        ...(phone_mobile
          ? [{ label: m.account_phone_mobile(), value: <PhoneLink phone={phone_mobile} /> }]
          : []),
        ...(email ? [{ label: m.account_student_email(), value: typed(email) }] : []),
        {
          label: m.office_home(),
          value: m.office_address_line({ address: apt ? `${address} ${apt}` : address, city, state, zip }),
        },
        { label: m.office_guardians(), value: <Guardians student={student} /> },
        {
          label: m.account_can_exit_bus_alone(),
          value: student.can_exit_bus_alone ? m.shell_yes() : m.shell_no(),
        },
        ...careFacts(student),
      ]}
    />
  );
}
