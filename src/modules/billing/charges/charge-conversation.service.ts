import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import {
  claimUnresolved,
  getAttempt,
  markAttemptSent,
  updateAttempt,
  type Attempt,
} from '#modules/billing/payments/attempts.queries.ts';
import { askProcessor } from '#modules/billing/processor/ask-processor.service.ts';
import { resolveUnanswered } from '#modules/billing/processor/resolver.service.ts';
import { isGivenUp } from '#modules/billing/processor/resolver-steps.ts';
import type { Conversation } from '#modules/billing/processor/send-with-lease.service.ts';
import type { ChargeOutcome } from '#platform/payments/gateway.ts';
import { listLeftUnsent } from './collection-stop.service.ts';
import { applyOutcome } from './outcomes.service.ts';

/** Only the flow with the first send replays: a repeated checkout waits for the result of that flow. */
export const chargeConversation = (billing: BillingContext): Conversation<Attempt, ChargeOutcome> => ({
  billing,
  get: getAttempt,
  mark: markAttemptSent,
  claim: claimUnresolved,
  update: updateAttempt,
  send: ({ id, params, idem_key }) =>
    askProcessor(billing, () => billing.gateway.charge({ attempt_id: id, ...params }, idem_key)),
  lookUp: (attempt) => lookUp(billing, attempt),
  record: (tx, attempt_id, gatewayResult) => applyOutcome(tx, billing, { attempt_id, gatewayResult }),
  replaysForOthers: false,
  secondSendAfterMs: 2_000,
  subject: 'charge_attempt',
  undetermined: {
    action: 'billing.charge_cannot_be_told',
    message: 'the processor cannot tell what became of a charge',
  },
  crashPoints: {
    marked: 'charge marked as sent',
    answered: 'charge answered',
    recorded: 'charge recorded',
    claimed: 'resolver claimed an attempt',
    resolved: 'resolver has an answer',
  },
});

/** Ends a charge after half an hour without confirmation by the payer, to free the seat. */
async function lookUp(
  billing: BillingContext,
  { id, gateway_ref, idem_key, params: { customer }, created_at, first_sent_at }: Attempt,
): Promise<ChargeOutcome | 'absent' | 'undetermined'> {
  const { gateway } = billing;
  const found = await askProcessor(billing, async () => {
    if (gateway_ref === null) return gateway.findCharge({ attempt_id: id, customer, since: created_at });
    const reading = await gateway.readCharge(gateway_ref);
    return reading === 'absent' ? reading : reading.outcome;
  });
  const isWaiting = typeof found === 'object' && found.k === 'action';
  if (!isWaiting || !isGivenUp(first_sent_at, billing.clock.now())) return found;
  return askProcessor(billing, () => gateway.giveUpCharge(found.ref, `${idem_key}-end`));
}

/** The secret for the confirmation is never stored. */
export async function lookAtAction(
  billing: BillingContext,
  attempt: Attempt,
): Promise<ChargeOutcome | 'absent' | 'undetermined'> {
  const found = await lookUp(billing, attempt);
  if (typeof found === 'object')
    await billing.db.transaction((tx) =>
      applyOutcome(tx, billing, { attempt_id: attempt.id, gatewayResult: found }),
    );
  return found;
}

export const collectionConversation = (billing: BillingContext): Conversation<Attempt, ChargeOutcome> => ({
  ...chargeConversation(billing),
  mark: (tx, id, sending) => markAttemptSent(tx, id, { ...sending, isCollected: true }),
});

export const withdraw = (billing: BillingContext, attempt_id: number): Promise<unknown> =>
  billing.db.transaction((tx) =>
    applyOutcome(tx, billing, { attempt_id, gatewayResult: { k: 'not_found', is_withdrawn: true } }),
  );

/** A charge confirmed before the end stays paid. Opens a transaction of its own. */
export async function endAction(billing: BillingContext, attempt: Attempt): Promise<void> {
  const { gateway } = billing;
  const ended = await askProcessor(billing, () =>
    gateway.giveUpCharge(attempt.gateway_ref!, `${attempt.idem_key}-end`),
  );
  await billing.db.transaction((tx) =>
    applyOutcome(tx, billing, { attempt_id: attempt.id, gatewayResult: ended }),
  );
}

export async function resolveUnknown(billing: BillingContext): Promise<number> {
  for (const attempt_id of await listLeftUnsent(billing)) await withdraw(billing, attempt_id);
  return resolveUnanswered(chargeConversation(billing));
}
