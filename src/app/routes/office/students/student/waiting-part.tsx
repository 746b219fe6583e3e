import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { StudentPage } from '#modules/office/people/people.contract.ts';
import { useCompanyDay, useCompanyTime } from '#app/company/use-company-day.ts';
import { rowLink } from '#app/lists/row-links.tsx';
import { Fold } from '#app/ui/fold.tsx';

/** Places on waiting lists, of a student or of a family. */
export function WaitingPart({ waiting }: Pick<StudentPage, 'waiting'>) {
  const dayText = useCompanyDay();
  const timeText = useCompanyTime();
  if (waiting.length === 0) return null;
  return (
    <Fold title={m.student_waiting()}>
      <ul className="grid gap-1">
        {waiting.map(
          ({ route_id, student_id, student_name, route_name, position, joined_at, offered_until }) => (
            <li key={`${route_id}-${student_id}`}>
              <Link to={`/admin/waiting?line=${route_id}`} className={rowLink}>
                {route_name}
              </Link>
              <span>{` · ${student_name} · `}</span>
              <span>
                {offered_until
                  ? m.student_waiting_offered({ until: timeText(offered_until) })
                  : m.student_waiting_place({ n: position, day: dayText(joined_at) })}
              </span>
            </li>
          ),
        )}
      </ul>
    </Fold>
  );
}
