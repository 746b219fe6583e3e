import { m } from '#i18n/messages.js';
import { toPercent, type MilliPercent } from '#kit/money.ts';

/** For states with a lower maximum of the card fee (S5). */
export const cappedCardText = (cap: MilliPercent): string =>
  cap === 0 ? m.contract_by_card_without_fee() : m.contract_by_card_at_most({ percent: toPercent(cap) });
