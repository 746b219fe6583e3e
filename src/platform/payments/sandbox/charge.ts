import { randomUUID } from 'node:crypto';
import { addBusinessDays } from '#kit/business-days.ts';
import { ZERO } from '#kit/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { AnyChargeRequest, DeclineCode, ChargeOutcome, ReturnCode } from '#platform/payments/gateway.ts';
import { insertDispute, type SandboxDispute } from './disputes.queries.ts';
import {
  disputeOfCharge,
  effectOfCharge,
  nextAfterRefusal,
  nextAfterReturn,
  OPENS_AFTER,
  refusalOfSum,
  type Behavior,
  type DisputePlan,
  type Effect,
} from './behaviors.ts';
import { availableOn, feeOf } from './payouts.ts';
import { planRefundElsewhere } from './refund-elsewhere.ts';
import {
  insertCharge,
  insertTakenCharge,
  isWaiting,
  type AskedCharge,
  type MovementOfCharge,
  type SandboxCharge,
  type SandboxMethod,
} from './sandbox.queries.ts';

type Made = { outcome: ChargeOutcome; isAnswerLost: boolean };

type Making = { seen: SandboxMethod | undefined; written: Promise<unknown>[] };

/** Makes a charge as its instrument behaves; undefined when the request never arrived. */
export async function makeCharge(
  tx: Tx,
  clock: Clock,
  request: AnyChargeRequest,
  { seen: method, written }: Making,
): Promise<Made | undefined> {
  const wrongSum = refusalOfSum(request.amount_cents);
  if (wrongSum) return { outcome: { k: 'declined', ...wrongSum }, isAnswerLost: false };
  if (!method)
    return { outcome: { k: 'declined', code: 'method_gone', next: 'new_method' }, isAnswerLost: false };
  if (isWaiting(method, clock.today()))
    return { outcome: { k: 'declined', code: 'account_unusable', next: 'new_method' }, isAnswerLost: false };
  const isPayerHere = request.kind !== undefined && request.presence === 'here';
  const { charges_taken } = method;
  const effect = effectOfCharge(method.behaviour as Behavior, { charges_taken, isPayerHere });
  if (effect.k === 'vanish') return undefined;
  const ref = `ch_sandbox_${randomUUID()}`;
  const charge = chargeRow(ref, request, effect, clock);
  if (effect.k === 'refuse') {
    written.push(insertCharge(tx, charge));
    return { outcome: { k: 'declined', ref, code: effect.code, next: effect.next }, isAnswerLost: false };
  }
  if (effect.k === 'ask') {
    written.push(insertCharge(tx, charge));
    return { outcome: outcomeOf(charge), isAnswerLost: false };
  }
  const isDebit = effect.k === 'debit';
  // A debit is in the balance at once, and arrives when it settles.
  const movement: MovementOfCharge = {
    fee_cents: feeOf(isDebit ? 'bank' : 'card', charge.amount_cents),
    is_arrived: !isDebit,
    available_on: isDebit ? null : availableOn(clock.today(), 'card'),
  };
  written.push(insertTakenCharge(tx, charge, movement));
  const disputed = disputeOfCharge(method.behaviour as Behavior);
  if (disputed) written.push(insertDispute(tx, plannedDispute(charge, disputed, clock)));
  if (method.behaviour === 'refunded_by_hand') written.push(planRefundElsewhere(tx, clock, charge));
  return isDebit
    ? { outcome: { k: 'pending', ref }, isAnswerLost: false }
    : { outcome: { k: 'succeeded', ref }, isAnswerLost: effect.isAnswerLost };
}

const STATE_OF = { debit: 'pending', capture: 'captured', refuse: 'declined', ask: 'action' } as const;

function chargeRow(
  ref: string,
  request: AnyChargeRequest,
  effect: Exclude<Effect, { k: 'vanish' }>,
  clock: Clock,
): AskedCharge {
  const inDays = (count: number | null) => (count === null ? null : addBusinessDays(clock.today(), count));
  const isDebit = effect.k === 'debit';
  return {
    ref,
    attempt_id: request.attempt_id,
    customer: request.customer,
    method_token: request.method_ref,
    amount_cents: request.amount_cents,
    state: STATE_OF[effect.k],
    code: 'code' in effect ? effect.code : null,
    settles_on: isDebit ? inDays(effect.settlesAfter) : null,
    returns_on: isDebit ? inDays(effect.returnsAfter) : null,
    created_at: clock.now(),
  };
}

/** A dispute that will be: it opens, and is decided, as days go by. */
const plannedDispute = (charge: SandboxCharge, plan: DisputePlan, clock: Clock): SandboxDispute => ({
  ref: `du_sandbox_${randomUUID()}`,
  charge_ref: charge.ref,
  amount_cents: charge.amount_cents,
  state: 'planned',
  opens_as: plan.opens_as,
  becomes: plan.becomes,
  moves_on: addBusinessDays(clock.today(), OPENS_AFTER),
  due_on: null,
  withdrawn_cents: ZERO,
  reinstated_cents: ZERO,
});

/** What follows the name of a charge in the secret to confirm it by; the name is random. */
export const SECRET = '_secret';

/** What a charge of the books says when it is looked up. */
export function outcomeOf(charge: SandboxCharge): ChargeOutcome {
  const { ref, state } = charge;
  if (state === 'pending') return { k: 'pending', ref };
  if (state === 'action') return { k: 'action', ref, client_secret: `${ref}${SECRET}` };
  if (state === 'returned')
    return {
      k: 'returned',
      ref,
      code: charge.code as ReturnCode,
      next: nextAfterReturn(charge.code as ReturnCode),
    };
  if (state === 'declined')
    return {
      k: 'declined',
      ref,
      code: charge.code as 'declined',
      next: nextAfterRefusal(charge.code as DeclineCode),
    };
  return { k: 'succeeded', ref };
}
