import { sql } from 'drizzle-orm';
import type { PlainDate } from '#kit/plain-date.ts';
import { feeDayOf } from '#modules/billing/billing-context.service.ts';
import { listOwingFamilies, listPlanned } from '#modules/billing/methods/later/later-changes.queries.ts';
import {
  laterPriceBy,
  nextChargeBy,
  withPayerFacts,
} from '#modules/billing/methods/later/planned-charge.service.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import { isExpired } from '#modules/billing/methods/offered-methods.ts';
import type { BrokenRule } from '#tests/support/database/broken-rules.ts';
import type { World } from './world.ts';

/** What mails and pages say of the next charge of a payment. */
type Said = { on: PlainDate; method_id: number; total_cents: number; version: number; at: Date };

type Attempt = {
  id: number;
  payment_id: number;
  method_id: number;
  total_cents: number;
  on: PlainDate;
  version: number;
  touched_at: string | null;
};

/**
 * Compares at the end of each day what was said of charges to come with the charges since then (MC6). A
 * charge after a change by family, staff or bank says nothing of the words before.
 */
export function saidCharges(world: World): () => Promise<BrokenRule[]> {
  let said = new Map<number, Said>();
  let lastAttempt = 0;
  return async () => {
    const made = await attemptsAfter(world, lastAttempt);
    const first = new Map(made.toReversed().map((attempt) => [attempt.payment_id, attempt]));
    const other = [...first.values()].filter((attempt) => isOtherThan(said.get(attempt.payment_id), attempt));
    lastAttempt = made.at(-1)?.id ?? lastAttempt;
    const { named, expired } = await sayNow(world);
    said = named;
    return [
      rule('MC6 a charge is made as was said the day before', other),
      rule('MC6 no statement names a card that will have expired', expired),
    ].filter(({ rows }) => rows.length > 0);
  };
}

const rule = (name: string, rows: readonly unknown[]): BrokenRule => ({ name, rows: [...rows] });

function isOtherThan(said: Said | undefined, attempt: Attempt): boolean {
  if (!said || attempt.on < said.on || attempt.version !== said.version) return false;
  if (attempt.touched_at !== null && new Date(attempt.touched_at) >= said.at) return false;
  return attempt.method_id !== said.method_id || attempt.total_cents !== said.total_cents;
}

/** Charges by the portal, with the last change of the methods of the family. */
async function attemptsAfter({ db }: World, id: number): Promise<Attempt[]> {
  const { rows } = await db.execute<Attempt>(sql`select a.id::int, a.payment_id::int,
      a.payment_method_id::int as method_id, (a.principal_cents + a.surcharge_cents)::int as total_cents,
      to_char(a.created_at at time zone 'America/New_York', 'YYYY-MM-DD') as "on", p.version,
      (select max(greatest(m.created_at, m.chosen_at, m.deactivated_at, m.returned_at))
        from payment_methods m where m.user_id = o.user_id) as touched_at
    from charge_attempts a join payments p on p.id = a.payment_id join orders o on o.id = p.order_id
    where a.id > ${id} and not a.is_by_family order by a.id`);
  return rows;
}

async function sayNow({ db, clock, context, simEvents }: World) {
  const due = await listPlanned(db, await listOwingFamilies(db));
  const [catalog, now] = [await currentCatalog(db), feeDayOf(context.billing)];
  const named = new Map<number, Said>();
  const expired: { payment_id: number; on: PlainDate }[] = [];
  for (const { due: one, facts } of await withPayerFacts(db, due)) {
    const next = nextChargeBy(one, facts, now.today);
    if (next.step !== 'charge') continue;
    const { on, method } = next;
    const { id: payment_id, version } = one.payment;
    const { total_cents } = laterPriceBy(catalog, one, { method, day: { ...now, today: on } });
    named.set(payment_id, { on, method_id: method.id, total_cents, version, at: clock.now() });
    if (isExpired(method, on)) expired.push({ payment_id, on });
    if (facts.methods.some((each) => !isExpired(each, now.today) && isExpired(each, on)))
      simEvents('card expires before a charge');
  }
  return { named, expired };
}
