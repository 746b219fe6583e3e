import { randomUUID } from 'node:crypto';
import { subtract, ZERO } from '#kit/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { RefundOutcome, RefundRefusal, GatewayRefundRequest } from '#platform/payments/gateway.ts';
import { effectOfRefund, type Behavior } from './behaviors.ts';
import {
  behaviorOf,
  insertEvent,
  insertMovement,
  insertRefund,
  lockCharge,
  refundedOf,
  type SandboxCharge,
  type SandboxRefund,
} from './sandbox.queries.ts';

type Made = { outcome: RefundOutcome; isAnswerLost: boolean };

/**
 * Gives money back as the books allow it and the instrument behaves; undefined when the request never
 * arrived.
 */
export async function makeRefund(
  tx: Tx,
  clock: Clock,
  request: GatewayRefundRequest,
): Promise<Made | undefined> {
  const { refund_id, charge_ref, amount_cents } = request;
  const charge = await lockCharge(tx, charge_ref);
  const effect = effectOfRefund(charge && ((await behaviorOf(tx, charge.method_token)) as Behavior));
  if (effect.k === 'vanish') return undefined;
  const code =
    refusalOf(charge, amount_cents, charge ? await refundedOf(tx, charge_ref) : 0) ??
    (effect.k === 'refuse' ? effect.code : null);
  const ref = `re_sandbox_${randomUUID()}`;
  const state = code === null ? ('succeeded' as const) : ('refused' as const);
  const created_at = clock.now();
  await insertRefund(tx, { ref, refund_id, charge_ref, amount_cents, state, code, created_at });
  await insertEvent(tx, { object_kind: 'refund', object_ref: ref, at: created_at });
  if (code !== null) return { outcome: { k: 'refused', ref, code }, isAnswerLost: false };
  await insertMovement(tx, charge_ref, {
    refund_ref: ref,
    kind: 'refund',
    amount_cents: subtract(ZERO, amount_cents),
    at: created_at,
  });
  return { outcome: { k: 'succeeded', ref }, isAnswerLost: effect.k === 'give' && effect.isAnswerLost };
}

function refusalOf(
  charge: SandboxCharge | undefined,
  amount_cents: number,
  refunded: number,
): RefundRefusal | null {
  if (!charge || charge.state === 'declined') return 'no_such_charge';
  if (charge.state === 'pending') return 'not_settled';
  if (charge.state === 'returned') return 'returned';
  return amount_cents > 0 && refunded + amount_cents <= charge.amount_cents ? null : 'exceeds_charge';
}

/** What a refund of the books says when it is looked up. */
export function outcomeOfRefund({ ref, state, code }: SandboxRefund): RefundOutcome {
  return state === 'succeeded' ? { k: 'succeeded', ref } : { k: 'refused', ref, code: code as RefundRefusal };
}
