import { randomUUID } from 'node:crypto';
import { addBusinessDays } from '#kit/business-days.ts';
import { ZERO } from '#kit/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { AnyChargeRequest, DeclineCode, ChargeOutcome, ReturnCode } from '#platform/payments/gateway.ts';
import type { Made } from './answer-once.ts';
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
  type Refusal,
} from './behaviors.ts';
import { availableOn, feeOf } from './payouts.ts';
import { plannedRefund } from './refund-elsewhere.ts';
import type { Rows } from './requests.queries.ts';
import { isWaiting, type SandboxCharge, type SandboxMethod } from './sandbox.queries.ts';

type Answer = { outcome: ChargeOutcome; isAnswerLost: boolean };

/** Undefined if the request never arrived. */
export function makeCharge(
  clock: Clock,
  request: AnyChargeRequest,
  method: SandboxMethod | undefined,
): Made<Answer> | undefined {
  const wrongSum = refusalOfSum(request.amount_cents);
  if (wrongSum) return refused(wrongSum);
  if (method?.customer !== request.customer) return refused({ code: 'method_gone', next: 'new_method' });
  if (isWaiting(method, clock.today())) return refused({ code: 'account_unusable', next: 'new_method' });
  const { token, charges_taken } = method;
  const behaviour = method.behaviour as Behavior;
  const isPayerHere = request.kind !== undefined && request.presence === 'here';
  const effect = effectOfCharge(behaviour, { charges_taken, isPayerHere });
  if (effect.k === 'vanish') return undefined;
  const charge = chargeRow(`ch_sandbox_${randomUUID()}`, request, effect, clock);
  const asked = { token, charges_taken };
  const told = rowsOfCharge(charge);
  if (effect.k === 'refuse') return { ...refused(effect, charge.ref), rows: told, asked };
  const answer = { outcome: outcomeOf(charge), isAnswerLost: effect.k === 'capture' && effect.isAnswerLost };
  if (effect.k === 'ask') return { answer, rows: told, asked };
  const movement = movementOf(charge, effect.k === 'debit' ? 'bank' : 'card', clock);
  return { answer, rows: { ...told, movement, ...plansOf(charge, behaviour, clock) }, asked };
}

const refused = ({ code, next }: Refusal, ref?: string): Made<Answer> => ({
  answer: { outcome: { k: 'declined', ref, code, next }, isAnswerLost: false },
  rows: {},
});

export const rowsOfCharge = (charge: NonNullable<Rows['charge']>): Rows => ({
  charge,
  event: { object_kind: 'charge', object_ref: charge.ref, at: charge.created_at },
});

/** A debit is in the balance at once, and arrives on settlement. */
export function movementOf(
  { ref: charge_ref, amount_cents, created_at: at }: NonNullable<Rows['charge']>,
  kind: 'card' | 'bank',
  clock: Clock,
): NonNullable<Rows['movement']> {
  const fee_cents = feeOf(kind, amount_cents);
  const is_arrived = kind === 'card';
  const available_on = is_arrived ? availableOn(clock.today(), 'card') : null;
  const days = { at, is_arrived, available_on };
  return { charge_ref, kind: 'charge', amount_cents, fee_cents, is_foreign: false, ...days };
}

function plansOf(charge: SandboxCharge, behaviour: Behavior, clock: Clock): Rows {
  const dispute = disputeOfCharge(behaviour);
  return {
    dispute: dispute && plannedDispute(charge, dispute, clock),
    refund: behaviour === 'refunded_by_hand' ? plannedRefund(charge, clock) : undefined,
  };
}

const STATE_OF = { debit: 'pending', capture: 'captured', refuse: 'declined', ask: 'action' } as const;

function chargeRow(
  ref: string,
  request: AnyChargeRequest,
  effect: Exclude<Effect, { k: 'vanish' }>,
  clock: Clock,
): SandboxCharge {
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

const plannedDispute = (charge: SandboxCharge, plan: DisputePlan, clock: Clock): Rows['dispute'] => ({
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

export const SECRET = '_secret';

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
