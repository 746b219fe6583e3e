import { m } from '#i18n/messages.js';
import { OPEN_REFUNDS, type RefundChannel } from '#modules/billing/refunds/refund.states.ts';
import { addressLine, isErased } from '#app/addresses/address-form.ts';
import type { OrderRefund } from '#modules/billing/refunds/refunds.contract.ts';

export type CheckAddress = Parameters<typeof addressLine>[0];

export const channelTexts: Record<
  RefundChannel,
  { label: () => string; text: (address?: CheckAddress) => string | undefined }
> = {
  processor: {
    label: m.office_refund_channel_processor,
    text: () => m.office_refund_channel_processor_text(),
  },
  check: {
    label: m.office_refund_channel_check,
    // The portal keeps no address that was erased, and none of a family that is gone (MP10).
    text: (address) =>
      address &&
      (isErased(address)
        ? m.office_refund_channel_check_ask()
        : m.office_refund_channel_check_text({ address: addressLine(address) })),
  },
  driver_fund: {
    label: m.office_refund_channel_driver_fund,
    text: () => m.office_refund_channel_driver_fund_text(),
  },
};

/** By the `type` of the family's request (R2). */
export const requestedChannels: Record<0 | 1, RefundChannel> = { 0: 'check', 1: 'driver_fund' };

export function refundChannelText(way: RefundChannel, reference?: string | null): string {
  return way === 'check' && reference
    ? m.office_refund_channel_check_number({ reference })
    : channelTexts[way].label();
}

type Part = OrderRefund['parts'][number];

const states: Record<Part['state'], () => string> = {
  created: m.office_refund_state_created,
  sent: m.office_refund_state_sent,
  unknown: m.office_refund_state_unknown,
  pending: m.office_refund_state_pending,
  succeeded: m.office_refund_state_succeeded,
  failed: m.office_refund_state_failed,
  bounced: m.office_refund_state_bounced,
};

export function partStateText({ state, needs_person, is_short_of_balance, is_taken_back }: Part): string {
  if (is_taken_back) return m.office_refund_state_taken_back();
  if (needs_person) return m.office_refund_state_manual_review();
  return is_short_of_balance ? m.office_refund_state_short_of_balance() : states[state]();
}

/** The processor's answer is pending, and arrives without staff. */
export const isUnderWay = ({ parts }: OrderRefund): boolean =>
  parts.some(({ state, needs_person }) => !needs_person && OPEN_REFUNDS.includes(state));
