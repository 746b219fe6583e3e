import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { Today } from '#modules/office/today/today.contract.ts';
import { aidDaysText } from '#app/orders/aid-texts.ts';
import { kindName } from '#app/routes/office/worklist/work-texts.ts';

type Work = Today['work'][number];

function WorkFigure({ kind, n, oldest_days }: Work) {
  return (
    <li className="grid">
      <Link
        to={`/admin/worklist?kind=${kind}`}
        className="group rounded-md border border-hair bg-card p-4 hover:border-ink"
      >
        <span className="block text-sm text-ink-soft">{kindName(kind)}</span>
        <span className="figures block text-xl font-extrabold group-hover:underline">{n}</span>
        {oldest_days !== null && (
          <span className="block text-sm text-ink-soft">
            {m.office_aid_oldest({ days: aidDaysText(oldest_days) })}
          </span>
        )}
      </Link>
    </li>
  );
}

/** The worklist by kind with ages; kinds without an entry share one line (RP1.1). */
export function WaitingWork({ work }: Pick<Today, 'work'>) {
  if (work.length === 0) return null;
  const waiting = work.filter(({ n }) => n > 0);
  const empty = work.filter(({ n }) => n === 0).map(({ kind }) => kindName(kind));
  return (
    <section aria-labelledby="waiting-work" className="mb-8">
      <h2 id="waiting-work" className="mb-3 text-xl font-bold">
        {m.office_overview_waits()}
      </h2>
      {waiting.length > 0 && (
        <ul className="grid gap-3 sm:grid-cols-3 lg:grid-cols-4">
          {waiting.map((of) => (
            <WorkFigure key={of.kind} {...of} />
          ))}
        </ul>
      )}
      {empty.length > 0 && (
        <p className="mt-3 max-w-read text-sm text-ink-soft">
          {m.office_overview_waits_not({ kinds: empty.join(', ') })}
        </p>
      )}
    </section>
  );
}
