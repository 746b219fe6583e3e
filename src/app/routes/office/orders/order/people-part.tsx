import { m } from '#i18n/messages.js';
import type { OfficeOrder } from '#modules/office/orders/office-order.contract.ts';
import { FamilyLink, PhoneLink, StudentLink } from '#app/lists/row-links.tsx';
import { Facts } from '#app/ui/card.tsx';
import { Fold } from '#app/ui/fold.tsx';

type Props = { page: OfficeOrder };
type Guardian = OfficeOrder['student']['guardians'][number];

function GuardianFact({ guardian: { name, phone, email } }: { guardian: Guardian }) {
  return (
    <span className="flex flex-wrap gap-x-4">
      <bdi>{name}</bdi>
      {phone && <PhoneLink phone={phone} />}
      {email && (
        <a href={`mailto:${email}`} className="wrap-anywhere underline underline-offset-4">
          {email}
        </a>
      )}
    </span>
  );
}

/** The child and whom to call, as on file today (OF10.5). */
export function PeoplePart({ page: { student, family } }: Props) {
  return (
    <Fold title={m.order_people()}>
      <Facts
        facts={[
          { label: m.contract_summary_student(), value: <StudentLink {...student} /> },
          {
            label: m.order_family(),
            value: (
              <span data-family>
                <FamilyLink {...family} />
              </span>
            ),
          },
          ...student.guardians.map((guardian, at) => ({
            label: m.order_guardian({ n: at + 1 }),
            value: <GuardianFact guardian={guardian} />,
          })),
          ...(student.phone_home
            ? [{ label: m.office_phone_home(), value: <PhoneLink phone={student.phone_home} /> }]
            : []),
        ]}
      />
    </Fold>
  );
}

/** The seats of the route at this moment. */
export function SeatsPart({ page: { seats } }: Props) {
  const { capacity, taken, held, waiting, free } = seats;
  return (
    <Fold title={m.order_seats()}>
      <Facts
        facts={[
          { label: m.order_seats_capacity(), value: capacity ?? m.order_seats_no_limit() },
          { label: m.order_seats_taken(), value: taken },
          { label: m.order_seats_held(), value: held },
          { label: m.order_seats_waiting(), value: waiting },
          ...(free === null ? [] : [{ label: m.order_seats_free(), value: free }]),
        ]}
      />
    </Fold>
  );
}
