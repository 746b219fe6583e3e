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
import type { Conversation } from '#modules/billing/processor/send-with-lease.service.ts';
import type { ChargeOutcome } from '#platform/payments/gateway.ts';
import { applyOutcome } from './outcomes.service.ts';

/**
 * How a charge is sent and followed. Only the flow that sent it first replays it: whoever presses Checkout
 * again meanwhile waits for that flow's result.
 */
export const chargeConversation = (billing: BillingContext): Conversation<Attempt, ChargeOutcome> => ({
  billing,
  get: getAttempt,
  mark: markAttemptSent,
  claim: claimUnresolved,
  update: updateAttempt,
  send: ({ id, params, idem_key }) =>
    askProcessor(billing, () => billing.gateway.charge({ attempt_id: id, ...params }, idem_key)),
  lookUp: ({ id, params: { customer }, created_at }) =>
    askProcessor(billing, () => billing.gateway.findCharge({ attempt_id: id, customer, since: created_at })),
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

/** Finds out what became of every charge whose flow is gone. */
export const resolveUnknown = (billing: BillingContext) => resolveUnanswered(chargeConversation(billing));
