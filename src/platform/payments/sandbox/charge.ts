import { randomUUID } from 'node:crypto';
import { addBusinessDays } from '#kit/business-days.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { ChargeRequest, DeclineCode, ChargeOutcome, ReturnCode } from '#platform/payments/gateway.ts';
import {
  effectOfCharge,
  nextAfterRefusal,
  nextAfterReturn,
  type Behavior,
  type Effect,
} from './behaviors.ts';
import {
  insertCharge,
  insertTakenCharge,
  type SandboxCharge,
  type SandboxMethod,
} from './sandbox.queries.ts';

type Made = { outcome: ChargeOutcome; isAnswerLost: boolean };

type Making = { seen: SandboxMethod | undefined; written: Promise<unknown>[] };

/** Makes a charge as its instrument behaves; undefined when the request never arrived. */
export async function makeCharge(
  tx: Tx,
  clock: Clock,
  request: ChargeRequest,
  { seen: method, written }: Making,
): Promise<Made | undefined> {
  if (!method)
    return { outcome: { k: 'declined', code: 'declined', next: 'new_method' }, isAnswerLost: false };
  const effect = effectOfCharge(method.behaviour as Behavior, method.charges_taken);
  if (effect.k === 'vanish') return undefined;
  const ref = `ch_sandbox_${randomUUID()}`;
  const charge = chargeRow(ref, request, effect, clock);
  if (effect.k === 'refuse') {
    written.push(insertCharge(tx, charge));
    return { outcome: { k: 'declined', ref, code: effect.code, next: effect.next }, isAnswerLost: false };
  }
  // A debit moves money only when it settles; a card at once.
  written.push(insertTakenCharge(tx, charge, effect.k === 'debit' ? null : charge.created_at));
  return effect.k === 'debit'
    ? { outcome: { k: 'pending', ref }, isAnswerLost: false }
    : { outcome: { k: 'succeeded', ref }, isAnswerLost: effect.isAnswerLost };
}

function chargeRow(
  ref: string,
  request: ChargeRequest,
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
    state: isDebit
      ? ('pending' as const)
      : effect.k === 'capture'
        ? ('captured' as const)
        : ('declined' as const),
    code: effect.k === 'capture' ? null : effect.code,
    settles_on: isDebit ? inDays(effect.settlesAfter) : null,
    returns_on: isDebit ? inDays(effect.returnsAfter) : null,
    created_at: clock.now(),
  };
}

/** What a charge of the books says when it is looked up. */
export function outcomeOf(charge: SandboxCharge): ChargeOutcome {
  const { ref, state } = charge;
  if (state === 'pending') return { k: 'pending', ref };
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
