import { sql } from 'drizzle-orm';
import { brokenRules, type BrokenRule, type Rule } from '#tests/support/database/broken-rules.ts';
import type { World } from './world.ts';

type Charge = { method: string | null; total: number };

type Step = {
  payment_id: number;
  kind: string;
  at: number;
  before: Charge | null;
  after: Charge | null;
};

type Charged = Charge & { attempt_id: number; payment_id: number; at: number; signed: Charge | null };

/** Each try of the portal and of staff to collect what was signed for later, as signed and as charged. */
const CHARGES = sql`select a.id::int as attempt_id, p.id::int as payment_id,
    extract(epoch from a.created_at)::float8 as at,
    m.brand || ' ****' || m.last_4 as method, (a.principal_cents + a.surcharge_cents)::int as total,
    jsonb_build_object('method', s.later -> 'method',
      'total', (s.later ->> 'amount_cents')::int + (s.later ->> 'surcharge_cents')::int) as signed
  from charge_attempts a join payments p on p.id = a.payment_id join orders o on o.id = p.order_id
    join payment_methods m on m.id = a.payment_method_id
    cross join lateral
      (select o.price_snapshot -> 'later' -> (p.payment_number - 2) as later) s
  where p.payment_number > 1 and s.later is not null and not a.is_by_family order by a.id`;

/** Mails of what staff did to a payment, with the charge to come as of that day. */
const BY_STAFF = new Set(['billing.payment_changed', 'billing.entry_reversed', 'orders.amendment_applied']);

/**
 * What families were mailed of a payment to come, and how it was to be charged before and after. A lost
 * dispute ends the card without an email (M6), for each payment of the family.
 */
const STEPS = sql`select (c ->> 'payment_id')::int as payment_id, kind, id,
    extract(epoch from created_at)::float8 as at,
    jsonb_build_object('method', c #> '{before,method}', 'total', c #> '{before,total_cents}') as before,
    jsonb_build_object('method', c #> '{after,method}', 'total', c #> '{after,total_cents}') as after
  from outbox cross join lateral jsonb_array_elements(words -> 'changes') c
  where kind = 'billing.later_changed'
  union all select (payload ->> 'payment_id')::int, kind, id, extract(epoch from created_at)::float8,
    null, null from outbox
  where kind in ('billing.payment_changed', 'billing.entry_reversed', 'billing.payment_failed',
    'billing.bank_return')
  union all select (row ->> 'payment_id')::int, x.kind, x.id, extract(epoch from x.created_at)::float8,
    null, null from outbox x join contract_amendments a on a.id = (x.payload ->> 'amendment_id')::bigint
    cross join lateral jsonb_array_elements(a.plan -> 'payments') row
  where x.kind = 'orders.amendment_applied' and row ->> 'what' in ('changed', 'cancelled')
  union all select owed.id::int, 'dispute lost', 0, extract(epoch from lost.finished_at)::float8, null, null
  from charge_attempts lost join payments p on p.id = lost.payment_id join orders o on o.id = p.order_id
    join orders other on other.user_id = o.user_id join payments owed on owed.order_id = other.id
  where lost.state = 'returned' and lost.code = 'disputed'
  order by at, id`;

const isSame = (one: Charge, other: Charge) => one.method === other.method && one.total === other.total;

const SIGNED = sql`(o.price_snapshot -> 'later' -> (p.payment_number - 2))`;

/** A card of the family that is good on the signed day of a payment. */
const CARD_GOOD_AS_SIGNED = sql`from payment_methods m
  where m.user_id = o.user_id and m.exp_year is not null
  and (make_date(m.exp_year, m.exp_month, 1) + interval '1 month') >
    coalesce((${SIGNED} ->> 'pay_on')::date, p.pay_on)`;

/** A card that was good on the signed day of a payment has expired by the day of its charge. */
const CARD_EXPIRED_SINCE = sql`exists (select 1 ${CARD_GOOD_AS_SIGNED}
  and (make_date(m.exp_year, m.exp_month, 1) + interval '1 month') <= greatest(p.pay_on, p.next_try_on,
    (b.created_at at time zone 'America/New_York')::date))`;

/** The card expired before the payment when signed, and the family has typed it with a later expiry since. */
const CARD_RENEWED_SINCE = sql`coalesce(${SIGNED} -> 'by' = 'null', false)
  and exists (select 1 ${CARD_GOOD_AS_SIGNED} and m.brand || ' ****' || m.last_4 = c #>> '{after,method}')`;

/** Mails about payments of families that have touched none of their methods, nor sent a check over a part. */
const UNPROVOKED: Rule = {
  name: 'MP1 no later charge changes while nobody has changed anything',
  broken: sql`select b.id, p.id as payment_id from outbox b
    cross join lateral jsonb_array_elements(b.words -> 'changes') c
    join payments p on p.id = (c ->> 'payment_id')::bigint join orders o on o.id = p.order_id
    where b.kind = 'billing.later_changed' and not ${CARD_EXPIRED_SINCE}
    and not (${CARD_RENEWED_SINCE})
    and not exists (select 1 from payments part where part.order_id = p.order_id
      and (part.part_of = p.payment_number or (part.part_of = p.part_of and part.id <> p.id)))
    and not exists (select 1 from payment_methods m where m.user_id = o.user_id
      and (m.chosen_at >= o.created_at or m.deactivated_at >= o.created_at or m.returned_at >= o.created_at
        or (m.created_at >= o.created_at and m.id is distinct from (select a.payment_method_id
          from charge_attempts a join payments f on f.id = a.payment_id
          where f.order_id = o.id and f.payment_number = 1 order by a.id desc limit 1))))
    and not exists (select 1 from method_entries e
      where e.user_id = o.user_id and e.closed_at >= o.created_at)`,
};

/** What a payment may be charged at a moment by what its family has signed and was mailed since. */
function promisedAt({ at, signed }: Charged, steps: readonly Step[]): { promised: Charge[]; torn: Step[] } {
  // Nothing holds any more once staff have changed it by a mail of its own.
  let [holds, mayHaveNone]: [Charge | null, boolean] = [signed, false];
  const [promised, torn]: [(Charge | null)[], Step[]] = [[], []];
  for (const step of steps.filter((each) => each.at <= at)) {
    if (step.at === at) promised.push(holds);
    if (BY_STAFF.has(step.kind)) holds = null;
    else if (step.after === null) mayHaveNone = true;
    else {
      const isNone = mayHaveNone && step.before!.method === null;
      if (holds && !isNone && !isSame(holds, step.before!)) torn.push(step);
      [holds, mayHaveNone] = [step.after, false];
    }
  }
  return { promised: [...promised, holds].flatMap((one) => one ?? []), torn };
}

/**
 * A later payment is charged to the method and with the total that the family signed, unless an email told
 * the family the old and the new charge.
 */
export async function brokenLaterPromises({ db, simEvents }: World): Promise<BrokenRule[]> {
  const { rows: charges } = await db.execute<Charged>(CHARGES);
  const { rows: steps } = await db.execute<Step>(STEPS);
  const stepsOf = Map.groupBy(steps, ({ payment_id }) => payment_id);
  const found = charges.map((charge) => {
    const ofPayment = stepsOf.get(charge.payment_id) ?? [];
    const { promised, torn } = promisedAt(charge, ofPayment);
    const isFree = ofPayment.some(({ kind, at }) => BY_STAFF.has(kind) && at <= charge.at);
    if (!isFree && charge.signed && !isSame(charge, charge.signed))
      simEvents('later charge as mailed, not as signed');
    return { charge, promised, torn, isKept: isFree || promised.some((one) => isSame(one, charge)) };
  });
  return [
    rule(
      'MP1 a later charge is as it was signed, or as its family was mailed since',
      found,
      ({ isKept }) => isKept,
    ),
    rule('MP1 the old sum of a mail is what the family has read', found, ({ torn }) => torn.length === 0),
  ]
    .flatMap((one) => one ?? [])
    .concat(await brokenRules(db, [UNPROVOKED]));
}

function rule<T extends { charge: Charged }>(
  name: string,
  found: readonly T[],
  isWell: (one: T) => boolean,
): BrokenRule | undefined {
  const rows = found.filter((one) => !isWell(one));
  return rows.length > 0 ? { name, rows } : undefined;
}
