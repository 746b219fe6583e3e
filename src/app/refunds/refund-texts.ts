import { m } from '#i18n/messages.js';
import type { OrderRefund, RefundChannel } from '#modules/billing/refunds/refunds.contract.ts';

const channelTexts: Record<RefundChannel, () => string> = {
  processor: m.admin_refund_channel_processor,
  check: m.admin_refund_channel_check,
  driver_fund: m.admin_refund_channel_driver_fund,
};

export function refundChannelText(way: RefundChannel, reference?: string | null): string {
  return way === 'check' && reference
    ? m.admin_refund_channel_check_number({ reference })
    : channelTexts[way]();
}

type Part = OrderRefund['parts'][number];

const states: Record<Part['state'], () => string> = {
  created: m.admin_refund_state_created,
  sent: m.admin_refund_state_sent,
  unknown: m.admin_refund_state_unknown,
  succeeded: m.admin_refund_state_succeeded,
  failed: m.admin_refund_state_failed,
};

/** The state of what goes back of one payment; a state never speaks by colour alone. */
export const partStateText = ({ state, needs_person }: Part): string =>
  needs_person ? m.admin_refund_state_manual_review() : states[state]();

/** Whether an answer is still to come by itself. */
export const isUnderWay = ({ parts }: OrderRefund): boolean =>
  parts.some(({ state, needs_person }) => !needs_person && state !== 'succeeded' && state !== 'failed');
