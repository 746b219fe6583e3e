import { m } from '#i18n/messages.js';
import type { OfferState } from './sale-offer.states.ts';

export const OFFER_STATE_TEXTS: Record<OfferState, () => string> = {
  open: m.contract_offer_state_open,
  accepted: m.contract_offer_state_accepted,
  declined: m.contract_offer_state_declined,
  withdrawn: m.contract_offer_state_withdrawn,
  ended: m.contract_offer_state_ended,
  replaced: m.contract_offer_state_replaced,
};

export const offerStateText = (state: OfferState): string => OFFER_STATE_TEXTS[state]();
