import { useQuery } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { ProgramGroup } from '#modules/catalog/catalog.contract.ts';
import { listPeriodPrograms, listRoutes } from '#modules/catalog/routes/routes.contract.ts';
import {
  pricesOf,
  schoolPricesKey,
  soldPrograms,
  type ProgramPrices,
} from '#modules/catalog/routes/school-prices.ts';
import { offeredTerms } from '#modules/pricing/offered-terms.ts';
import { termTotal } from '#modules/pricing/term-total.ts';
import { call } from '#app/api/client.ts';
import { useCompanyToday } from '#app/company/use-company-day.ts';
import { Card } from '#app/ui/card.tsx';
import { pricedTerm } from '#app/routes/contract/wizard/priced-term.ts';

async function loadPrices(group_id: number, period_id: number): Promise<ProgramPrices[]> {
  const programs = await call(listPeriodPrograms, { params: { period_id } });
  return Promise.all(
    soldPrograms(programs, group_id).map(async (program) =>
      pricesOf(program, await call(listRoutes, { params: { period_program_id: program.id, active: '1' } })),
    ),
  );
}

function RoutePrices({ route, today }: { route: ProgramPrices['routes'][number]; today: PlainDate }) {
  const terms = offeredTerms(route.payment_terms.map(pricedTerm), today, false);
  if (terms.length === 0) return null;
  return (
    <li className="grid gap-x-6 gap-y-1 border-t border-hair py-3 sm:grid-cols-[1fr_auto]">
      <p className="min-w-0">
        <b>{route.name}</b>
        {route.is_full && (
          <span className="block font-semibold text-red">{m.public_program_route_full()}</span>
        )}
      </p>
      <ul className="grid gap-1">
        {terms.map((term) => (
          <li key={term.id} className="flex flex-wrap justify-between gap-x-6 sm:justify-end">
            <span className="text-ink-soft">{term.name}</span>
            <span className="figures font-bold">{formatMoney(termTotal(term))}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

export function SchoolPrices({ group }: { group: ProgramGroup }) {
  const today = useCompanyToday();
  const period_id = group.current_period_id;
  const { data } = useQuery({
    queryKey: schoolPricesKey(group.id, period_id),
    queryFn: () => loadPrices(group.id, period_id!),
    enabled: period_id !== null,
  });
  const sold = (data ?? []).filter(({ routes }) => routes.length > 0);
  if (!today || sold.length === 0) return null;
  return (
    <Card
      title={m.public_program_prices()}
      aria-label={m.public_program_prices()}
      className="mt-6 max-w-form"
    >
      {sold.map(({ program, routes }) => (
        <section key={program.id} className="mb-5" aria-label={program.text}>
          <h3 className="mb-2 font-bold text-ink-soft">{program.text}</h3>
          <ul>
            {routes.map((route) => (
              <RoutePrices key={route.id} route={route} today={today} />
            ))}
          </ul>
        </section>
      ))}
      <p className="text-sm text-ink-soft">{m.public_program_prices_note()}</p>
    </Card>
  );
}
