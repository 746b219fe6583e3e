import { m } from '#i18n/messages.js';
import { listStatements } from '#modules/reports/statement/statement.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** The years with payments, below the orders; the last one is named in the months of taxes (RP4.1, RP4.4). */
export function StatementYears() {
  const { data: years = [] } = useItems(listStatements, {});
  if (years.length === 0) return null;
  const named = years.find(({ is_named }) => is_named);
  return (
    <section aria-labelledby="statements" className="mt-10">
      <h2 id="statements" className="mb-2 text-lg font-bold">
        {m.statement_heading()}
      </h2>
      {named && <Notice className="mb-3">{m.statement_ready({ year: named.year })}</Notice>}
      <p className="mb-3 text-ink-soft">{m.statement_text()}</p>
      <div className="flex flex-wrap gap-3">
        {years.map(({ year }) => (
          <LinkButton key={year} look="secondary" to={`/dashboard/statements/${year}`}>
            {m.statement_title({ year })}
          </LinkButton>
        ))}
      </div>
    </section>
  );
}
