import { invariant } from '#kit/invariant.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { askProcessor } from '#modules/billing/processor/ask-processor.service.ts';
import { resolveUnanswered } from '#modules/billing/processor/resolver.service.ts';
import type { Conversation } from '#modules/billing/processor/send-with-lease.service.ts';
import type { RefundOutcome } from '#platform/payments/gateway.ts';
import { applyRefundOutcome } from './refund-outcomes.service.ts';
import {
  claimUnresolvedRefund,
  getRefund,
  markRefundSent,
  updateRefund,
  type RefundRow,
} from './refunds.queries.ts';

/** A request by staff also replays a refund first sent by the resolver. */
export const refundConversation = (billing: BillingContext): Conversation<RefundRow, RefundOutcome> => ({
  billing,
  get: getRefund,
  mark: markRefundSent,
  claim: claimUnresolvedRefund,
  update: updateRefund,
  send: ({ id, charge_ref, amount_cents, idem_key }) => {
    invariant(charge_ref, `refund ${id} goes through the processor`);
    const request = { refund_id: id, charge_ref, amount_cents };
    return askProcessor(billing, () => billing.gateway.refund(request, idem_key));
  },
  lookUp: ({ id, charge_ref }) =>
    askProcessor(billing, () => billing.gateway.findRefund({ refund_id: id, charge_ref: charge_ref! })),
  record: (tx, refund_id, gatewayResult) => applyRefundOutcome(tx, billing, { refund_id, gatewayResult }),
  replaysForOthers: true,
  secondSendAfterMs: null,
  subject: 'refund',
  undetermined: {
    action: 'billing.refund_cannot_be_told',
    message: 'the processor cannot tell what became of a refund',
  },
  crashPoints: {
    marked: 'refund marked as sent',
    answered: 'refund answered',
    recorded: 'refund recorded',
    claimed: 'resolver claimed a refund',
    resolved: 'resolver has an answer about a refund',
  },
});

export const resolveRefunds = (billing: BillingContext) => resolveUnanswered(refundConversation(billing));
