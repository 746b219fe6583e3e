import { m } from '#i18n/messages.js';
import { milliPercent, type MilliPercent } from '#kit/money.ts';
import { addDays, formatDate, type PlainDate } from '#kit/plain-date.ts';
import type { Processor } from '#platform/payments/processor.ts';
import type { CardFeeRefund } from './card-fee.states.ts';
import type { CardFee } from './catalog.contract.ts';

export type CardFeeSettings = {
  readonly card_fee_cap: MilliPercent;
  readonly card_fee_state_caps: Readonly<Record<string, MilliPercent>>;
  readonly card_fee_free_states: readonly string[];
  readonly card_fee_notified_on: PlainDate | null;
  readonly card_fee_refund: CardFeeRefund | null;
};

/** The processor and the day: live cards follow rules that sandbox cards do not. */
export type FeeDay = { readonly today: PlainDate; readonly processor: Processor };

const NOTICE_DAYS = 30;
const NOTHING = milliPercent(0);

/** The first day of the fee for live cards; undefined until the card networks are notified. */
export const cardFeeBegins = ({ card_fee_notified_on: told }: CardFeeSettings): PlainDate | undefined =>
  told ? addDays(told, NOTICE_DAYS) : undefined;

/**
 * Computes the limit of the card fee on a day. Sandbox cards have no address, so state caps do not apply, and
 * the base is the base of the season's rules. Real cards pay a share of the actual charge at most; live cards
 * pay nothing until 30 days after the notice to the networks.
 * Source: S5
 */
export function cardFeeOn(settings: CardFeeSettings, { today, processor }: FeeDay): CardFee {
  if (processor === 'sandbox') return { cap: settings.card_fee_cap, cap_of: 'base', state_caps: {} };
  const begins = cardFeeBegins(settings);
  const isCharged = processor === 'stripe_test' || (begins !== undefined && begins <= today);
  if (!isCharged) return { cap: NOTHING, cap_of: 'charge', state_caps: {} };
  const free = settings.card_fee_free_states.map((state) => [state, NOTHING] as const);
  return {
    cap: settings.card_fee_cap,
    cap_of: 'charge',
    state_caps: { ...settings.card_fee_state_caps, ...Object.fromEntries(free) },
  };
}

/** The startup warning while the season has a card fee and live cards pay none yet. */
export function cardFeeWarning(
  settings: CardFeeSettings,
  { today, processor }: FeeDay,
  hasFee: boolean,
): string | undefined {
  if (processor !== 'stripe_live' || !hasFee) return undefined;
  const begins = cardFeeBegins(settings);
  if (begins === undefined) return m.portal_card_fee_not_told();
  return begins > today ? m.portal_card_fee_begins({ day: formatDate(begins) }) : undefined;
}

/** Decides if a partial refund includes a share of the card fee (R4). */
export function cardFeeRefundOf(
  settings: Pick<CardFeeSettings, 'card_fee_refund'> | undefined,
  processor: Processor,
): CardFeeRefund {
  return settings?.card_fee_refund ?? (processor === 'sandbox' ? 'whole' : 'prorated');
}
