/** `details`: nothing that has a price, a route or a program changes, and the difference is 0 (OF5.8). */
export const AMENDMENT_KINDS = ['details', 'terms'] as const;

/** `family`: online by its own login; `none`: only details change, so nobody is asked (OF5.8). */
export const AGREE_BY = ['family', 'paper', 'none'] as const;
export type AgreeBy = (typeof AGREE_BY)[number];

export const AMENDMENT_STATES = [
  /** waits for the family */
  'proposed',
  /** the family has accepted; a second person has not approved the refund yet (OF5.11) */
  'accepted',
  'applied',
  'declined',
  'withdrawn',
  /** nobody answered in time, or the order has ended */
  'ended',
] as const;
export type AmendmentState = (typeof AMENDMENT_STATES)[number];

export const OPEN_AMENDMENTS = ['proposed', 'accepted'] as const satisfies readonly AmendmentState[];

export const isOpenAmendment = (state: AmendmentState): boolean =>
  OPEN_AMENDMENTS.some((open) => open === state);

const LOST: readonly AmendmentState[] = ['declined', 'withdrawn', 'ended'];

/** Came to nothing, and can be proposed again. */
export const isLostAmendment = (state: AmendmentState): boolean => LOST.includes(state);

/** Nothing is undone: the opposite change is another amendment (OF5.12). */
export const AMENDMENT_TRANSITIONS: Readonly<Record<AmendmentState, readonly AmendmentState[]>> = {
  proposed: ['accepted', 'applied', 'declined', 'withdrawn', 'ended'],
  accepted: ['applied', 'withdrawn', 'ended'],
  applied: [],
  declined: [],
  withdrawn: [],
  ended: [],
};

/** The longest reason of staff or family, in characters. */
export const AMENDMENT_REASON_MAX = 500;
