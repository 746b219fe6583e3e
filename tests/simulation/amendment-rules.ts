import { sql } from 'drizzle-orm';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import type { AmendmentPlan } from '#modules/orders/amendments/amendments.contract.ts';
import { brokenRules, type BrokenRule, type Rule } from '#tests/support/database/broken-rules.ts';
import type { World } from './world.ts';

const SMALLEST_CENTS = 50;

const AMENDMENT_RULES: readonly Rule[] = [
  {
    name: 'AC25 order and contract follow the last applied amendment',
    broken: sql`select a.id from contract_amendments a
      join orders o on o.id = a.order_id join contracts c on c.order_id = o.id
      where a.state = 'applied' and a.number = (select max(b.number) from contract_amendments b
        where b.order_id = a.order_id and b.state = 'applied')
      and (o.route_id <> (a.snapshot_after #>> '{route,id}')::bigint
        or c.payment_term_id <> (a.snapshot_after #>> '{payment_term,id}')::bigint
        or c.grade_id is distinct from (a.snapshot_after #>> '{grade,id}')::bigint)`,
  },
  {
    name: 'AC25 a seat is held for an amendment that waits, and for no other',
    broken: sql`select h.student_id, h.route_id from seat_holds h where h.kind = 'amendment'
      and not exists (select from contract_amendments a join orders o on o.id = a.order_id
        where o.student_id = h.student_id and a.state in ('proposed', 'accepted')
        and (a.snapshot_after #>> '{route,id}')::bigint = h.route_id)`,
  },
  {
    name: 'AC25 the refund of an amendment is the one that the family has accepted',
    broken: sql`select a.id from contract_amendments a
      left join order_refunds r on r.request_key = 'amendment-' || a.id
      where coalesce(r.amount_cents, 0) <> case when a.state = 'applied'
        then coalesce((a.plan #>> '{refund,amount_cents}')::int, 0) else 0 end
      or (r.id is null) <> (a.refund_key is null)`,
  },
];

type Applied = {
  id: number;
  order_id: number;
  is_declined: boolean;
  fee_cents: number;
  by: 'year' | 'days';
  counts_from: string;
  plan: AmendmentPlan;
  before: ContractSnapshot;
  after: ContractSnapshot;
};

/** Each applied amendment with the contract that was in force before. */
const APPLIED = sql`select a.id::int, a.order_id::int, a.fee_cents::int, a.plan, a.counts_from::text,
    a.change #>> '{request,share}' as by, a.snapshot_after as after,
    coalesce((select b.snapshot_after from contract_amendments b where b.order_id = a.order_id
      and b.state = 'applied' and b.number < a.number order by b.number desc limit 1), c.snapshot) as before,
    coalesce(f.outcome = 'declined', false) as is_declined
  from contract_amendments a join contracts c on c.order_id = a.order_id
    left join contract_financial_aid f on f.contract_id = c.id
  where a.state = 'applied' order by a.id`;

/** The price of a year, told once more from the signed words. */
function yearOf(
  { payment_term: term, addons, discount, financial_aid }: ContractSnapshot,
  isDeclined: boolean,
): number {
  const extra = addons.reduce((total, { amount }) => total + amount, 0);
  const full = term.deposit + term.amount * (term.number_payments - 1) + extra;
  if (financial_aid && !isDeclined) return Math.min(financial_aid.amount, full);
  return full - (discount?.amount ?? 0);
}

const daysFrom = (first: string, last: string) => (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;

/** The difference by OF5.3 in whole numbers: twice the part is above the half, or is the half. */
function differenceOf({ before, after, is_declined, by, counts_from, fee_cents }: Applied): number {
  const whole = yearOf(after, is_declined) - yearOf(before, is_declined);
  const { starts_on, ends_on } = before.period;
  const [left, all] = by === 'days' ? [daysFrom(counts_from, ends_on), daysFrom(starts_on, ends_on)] : [1, 1];
  const rest = (Math.abs(whole) * left) % all;
  const part = (Math.abs(whole) * left - rest) / all + (2 * rest >= all ? 1 : 0);
  return Math.sign(whole) * part + fee_cents;
}

const sumOf = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

/** What an amendment has made of the payments; the card fee of a refund is no part of the contract. */
function movedBy({ plan }: Applied) {
  const { payments, refund, not_asked_cents } = plan;
  const moved = sumOf(payments.map((row) => (row.amount_cents ?? 0) - (row.amount_before_cents ?? 0)));
  return { moved, back: refund ? refund.amount_cents - refund.surcharge_cents : 0, not_asked_cents };
}

const isTooSmall = ({ what, amount_cents }: AmendmentPlan['payments'][number]) =>
  (what === 'changed' || what === 'new') && (amount_cents ?? 0) < SMALLEST_CENTS;

/** What the books have of the amendments of an order. */
const BOOKED = sql`select j.order_id::int, sum(-p.amount_cents)::int as cents from journal j
  join postings p on p.journal_id = j.id and p.account = 'adjustments'
  where j.kind = 'amendment' group by j.order_id`;

/**
 * The money of each change adds up to the new year's price and the fee less what is not asked for, no changed
 * payment is below the smallest charge, seats and contract follow, and the books have the same (AC25).
 */
export async function brokenAmendments({ db }: World): Promise<BrokenRule[]> {
  const { rows: applied } = await db.execute<Applied>(APPLIED);
  const { rows: booked } = await db.execute<{ order_id: number; cents: number }>(BOOKED);
  const byOrder = new Map(booked.map(({ order_id, cents }) => [order_id, cents]));
  const wrongSums = applied.flatMap((one) => {
    const difference = differenceOf(one);
    const { moved, back, not_asked_cents } = movedBy(one);
    const isWell = moved - back + not_asked_cents === difference && one.plan.difference_cents === difference;
    return isWell ? [] : [{ id: one.id, difference, moved, back, not_asked_cents, plan: one.plan }];
  });
  const orders = new Set([...byOrder.keys(), ...applied.map(({ order_id }) => order_id)]);
  const wrongBooks = [...orders].flatMap((order_id) => {
    const moved = sumOf(applied.filter((one) => one.order_id === order_id).map((one) => movedBy(one).moved));
    const cents = byOrder.get(order_id) ?? 0;
    return moved === cents ? [] : [{ order_id, moved, cents }];
  });
  const small = applied.filter(({ plan }) => plan.payments.some(isTooSmall)).map(({ id }) => id);
  const lost = applied.filter(({ plan }) => plan.not_asked_cents >= SMALLEST_CENTS).map(({ id }) => id);
  return [
    ...rule('AC25 payments come to the new price and the fee, less what is not asked for', wrongSums),
    ...rule('AC25 the books have what amendments have made of payments', wrongBooks),
    ...rule('AC25 no payment of an amendment is below 50 cents', small),
    ...rule('AC25 what is not asked for is below 50 cents', lost),
    ...(await brokenRules(db, AMENDMENT_RULES)),
  ];
}

const rule = (name: string, rows: readonly unknown[]): BrokenRule[] =>
  rows.length > 0 ? [{ name, rows: [...rows] }] : [];
