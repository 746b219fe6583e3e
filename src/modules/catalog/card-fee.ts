import { m } from '#i18n/messages.js';
import { milliPercent, type MilliPercent } from '#kit/money.ts';
import { addDays, formatDate, type PlainDate } from '#kit/plain-date.ts';
import type { Processor } from '#platform/payments/processor.ts';
import type { CardFeeRefund } from './card-fee.states.ts';
import type { CardFee } from './catalog.contract.ts';

/** What a company has settled about the surcharge of its credit cards; a column each. */
export type CardFeeSettings = {
  readonly card_fee_cap: MilliPercent;
  readonly card_fee_state_caps: Readonly<Record<string, MilliPercent>>;
  readonly card_fee_free_states: readonly string[];
  readonly card_fee_notified_on: PlainDate | null;
  readonly card_fee_refund: CardFeeRefund | null;
};

/** Whose cards are charged, and on which day: real money follows rules that play money does not. */
export type FeeDay = { readonly today: PlainDate; readonly processor: Processor };

const NOTICE_DAYS = 30;
const NOTHING = milliPercent(0);

/** The first day on which real cards may pay the fee; undefined while nobody was told of it. */
export const cardFeeBegins = ({ card_fee_notified_on: told }: CardFeeSettings): PlainDate | undefined =>
  told ? addDays(told, NOTICE_DAYS) : undefined;

/**
 * What credit cards may be charged more on a day. The sandbox's cards have no address, so states say nothing
 * there, and a share is taken of what the season's rules take it of. Real cards pay no more than their cap of
 * what is really charged, and nothing before the networks have known of the fee for 30 days.
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

/** What a portal says at its start while live cards pay no fee, for whoever put a fee into the season. */
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

/** Whether a refund of a part takes its share of the card fee along (R4). */
export function cardFeeRefundOf(
  settings: Pick<CardFeeSettings, 'card_fee_refund'> | undefined,
  processor: Processor,
): CardFeeRefund {
  return settings?.card_fee_refund ?? (processor === 'sandbox' ? 'whole' : 'prorated');
}
