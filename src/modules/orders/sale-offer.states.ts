/** `ended` and `replaced` by the portal, the others by an act of the family or of staff (OF3.11). */
export const OFFER_STATES = ['open', 'accepted', 'declined', 'withdrawn', 'ended', 'replaced'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** `family`: the family chooses; `method`: a saved method that staff propose (OF3.4). */
export const OFFER_PAYERS = ['family', 'method', 'check', 'cash'] as const;
export type OfferPayer = (typeof OFFER_PAYERS)[number];

/** Nothing is charged at the acceptance: the office waits for the money (OF3.7). */
export const RECEIVED_LATER = {
  check: 'paymentTypeCheck',
  cash: 'paymentTypeCash',
} as const satisfies Partial<Record<OfferPayer, string>>;

type Offered = { state: OfferState; ends_at: Date };

/** An offer holds no seat from the second in which it ends, whenever the job writes its end (OF3.10). */
export const offerState = ({ state, ends_at }: Offered, now: Date): OfferState =>
  state === 'open' && ends_at <= now ? 'ended' : state;

export const isStillOpen = (offer: Offered, now: Date): boolean => offerState(offer, now) === 'open';
