import { addBusinessDays } from '#kit/business-days.ts';
import { startOfDayIn } from '#kit/plain-date.ts';
import { cents, subtract, ZERO } from '#kit/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Dispute } from '#platform/payments/dispute.ts';
import type { DisputeReading } from '#platform/payments/gateway.ts';
import { outcomeOf } from './charge.ts';
import { insertMovement } from './movements.queries.ts';
import { availableOn } from './payouts.ts';
import { findDispute, lockDisputesToMove, updateDispute, type SandboxDispute } from './disputes.queries.ts';
import { findCharge, insertEvent, refundedOf } from './sandbox.queries.ts';

const DAYS_TO_ANSWER = 10;
const CLOSES_AFTER = 15;
const FEE = cents(1500);

export async function advanceDisputes(tx: Tx, clock: Clock, ref?: string): Promise<void> {
  // Two passes: a dispute may open and be decided in the same move of the clock.
  for (const dispute of await lockDisputesToMove(tx, clock.today(), ref)) await open(tx, clock, dispute);
  for (const dispute of await lockDisputesToMove(tx, clock.today(), ref)) await decide(tx, clock, dispute);
}

async function open(tx: Tx, clock: Clock, dispute: SandboxDispute): Promise<void> {
  if (dispute.state !== 'planned') return;
  const { ref, charge_ref, opens_as, moves_on } = dispute;
  // The bank takes back the amount not refunded yet.
  const left = subtract(dispute.amount_cents, cents(await refundedOf(tx, charge_ref)));
  if (left <= 0) return updateDispute(tx, ref, { moves_on: null });
  const isWithdrawn = opens_as === 'open';
  await updateDispute(tx, ref, {
    state: opens_as,
    amount_cents: left,
    withdrawn_cents: isWithdrawn ? left : ZERO,
    due_on: addBusinessDays(moves_on!, DAYS_TO_ANSWER),
    moves_on: addBusinessDays(moves_on!, CLOSES_AFTER),
  });
  if (isWithdrawn) await move(tx, clock, { ...dispute, amount_cents: left }, 'dispute');
  await insertEvent(tx, { object_kind: 'dispute', object_ref: ref, at: clock.now() });
}

async function decide(tx: Tx, clock: Clock, dispute: SandboxDispute): Promise<void> {
  const { ref, becomes, state, amount_cents } = dispute;
  if (state === 'planned') return;
  const isBack = becomes === 'won' && state === 'open';
  const reinstated_cents = isBack ? amount_cents : ZERO;
  await updateDispute(tx, ref, { state: becomes, reinstated_cents, moves_on: null });
  if (isBack) await move(tx, clock, dispute, 'dispute_back');
  await insertEvent(tx, { object_kind: 'dispute', object_ref: ref, at: clock.now() });
}

async function move(
  tx: Tx,
  clock: Clock,
  { ref: dispute_ref, charge_ref, amount_cents }: SandboxDispute,
  kind: 'dispute' | 'dispute_back',
): Promise<void> {
  const sign = kind === 'dispute' ? -1 : 1;
  await insertMovement(tx, {
    kind,
    charge_ref,
    dispute_ref,
    amount_cents: cents(sign * amount_cents),
    fee_cents: cents(-sign * FEE),
    at: clock.now(),
    available_on: availableOn(clock.today(), 'other'),
  });
}

export async function readDispute(db: Db, clock: Clock, ref: string): Promise<DisputeReading | 'absent'> {
  const dispute = await findDispute(db, ref);
  const charge = dispute && (await findCharge(db, dispute.charge_ref));
  if (!dispute || !charge || dispute.state === 'planned') return 'absent';
  return {
    attempt_id: charge.attempt_id,
    dispute: disputeOf(dispute, clock),
    charge: outcomeOf(charge),
    is_return: false,
  };
}

function disputeOf({ state, due_on, ...dispute }: SandboxDispute, clock: Clock): Dispute {
  const { ref, charge_ref, amount_cents, withdrawn_cents, reinstated_cents } = dispute;
  const fee_cents = withdrawn_cents > reinstated_cents ? FEE : ZERO;
  return {
    ref,
    charge_ref,
    amount_cents,
    withdrawn_cents,
    reinstated_cents,
    fee_cents,
    state: state as Dispute['state'],
    unknown_state: null,
    is_appeal: false,
    reason: 'fraudulent',
    due_by: due_on && startOfDayIn(clock.time_zone, due_on),
  };
}
