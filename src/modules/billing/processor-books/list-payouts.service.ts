import { cents, subtract } from '#kit/money.ts';
import { dayIn } from '#kit/plain-date.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Received } from '#kit/endpoint/endpoint.ts';
import { daysOf } from '#kit/list/list-days.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { totalOf } from '#kit/list/list-total.ts';
import { pageOf, type CountedPage } from '#platform/db/page-of-rows.ts';
import { Refusal } from '#kit/refusal.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { findPayoutLines } from './payout-lines.queries.ts';
import type { PayoutLine } from './payout-lines.contract.ts';
import { countPayouts, findSummedPayout, sumPayouts, type SummedPayout } from './processor-books.queries.ts';
import type { listPayouts, PayoutRow } from './payouts.contract.ts';

/** The processor counts the payout's own line too. */
const OWN = 1;

/** S18 */
export async function listPayoutRows(
  db: Db,
  clock: Clock,
  {
    state,
    arrives,
    ...place
  }: Place & Partial<Pick<Received<typeof listPayouts>['query'], 'state' | 'arrives'>>,
): Promise<CountedPage<PayoutRow>> {
  const filters = { states: state, arrives: daysOf(arrives, clock) };
  const [found, n] = await atOnce([sumPayouts(db, filters, place), countPayouts(db, filters)]);
  const { rows, next } = pageOf(found, place, ({ keys }) => keys);
  return { rows: rows.map(({ keys: _, ...row }) => toPayoutRow(row, clock)), ...totalOf(n), next };
}

function toPayoutRow({ payout, ...found }: SummedPayout, { time_zone }: Clock): PayoutRow {
  const { ref, amount_cents, made_at, arrives_on, state, trace, movement_count } = payout;
  const { lines, ...sums } = found;
  const missing = amount_cents - Object.values(sums).reduce((all, sum) => all + sum, 0);
  const isListed = movement_count !== null;
  return {
    ref,
    made_on: dayIn(time_zone, made_at),
    arrives_on,
    state,
    trace,
    amount_cents,
    ...sums,
    adds_up: isListed ? missing === 0 && lines === movement_count - OWN : null,
    missing_cents: cents(isListed ? missing : 0),
    missing_lines: isListed ? movement_count - OWN - lines : 0,
  };
}

type PayoutLines = CountedPage<PayoutLine> & { payout: PayoutRow };

/** @throws Refusal payout_not_found (MS13) */
export async function listPayoutLineRows(
  db: Db,
  clock: Clock,
  { payout: ref, ...place }: Place & { payout: string },
): Promise<PayoutLines> {
  const [payout, found] = await atOnce([findSummedPayout(db, ref), findPayoutLines(db, ref, place)]);
  if (!payout) throw new Refusal(billingRefusals.payout_not_found);
  const { rows, next } = pageOf(found, place, ({ keys }) => keys);
  return {
    payout: toPayoutRow(payout, clock),
    ...totalOf(payout.lines),
    rows: rows.map(({ keys: _, at, ...line }) => ({
      ...line,
      made_on: dayIn(clock.time_zone, at),
      net_cents: subtract(line.amount_cents, line.fee_cents),
    })),
    next,
  };
}
