import { createContext, useContext, type Dispatch, type SetStateAction } from 'react';
import { invariant } from '#kit/invariant.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Funding } from '#modules/billing/methods/funding.states.ts';
import type { CardPrice, Quote, TypeQuote } from '#modules/pricing/quoted-prices.ts';
import type { Aid } from './aid.ts';
import type { Draft } from './draft.ts';
import type { Step } from './guards.ts';
import type { LaterPayers } from './later-payers.ts';
import type { KnownCards, ShownPriceKey } from './later-payment.ts';
import type { AppliedAid, RouteFacts } from './order-body.ts';
import type { Proposal } from './proposal.ts';
import type { SeatHold } from './use-seat-hold.ts';
import type { ChangeDraft } from './use-draft.ts';
import type { Offer } from './use-offer.ts';
import type { School } from './use-school.ts';

export type Wizard = {
  readonly school: School;
  readonly offer: Offer;
  readonly draft: Draft;
  readonly change: ChangeDraft;
  readonly forgetDraft: () => void;
  readonly startAnew: () => void;
  readonly aid: Aid;
  readonly setAid: Dispatch<SetStateAction<Aid>>;
  readonly quoteWith: (applied: AppliedAid | null) => Quote | undefined;
  readonly isStaff: boolean;
  /** what the child's last contract at the school proposes */
  readonly proposal?: Proposal;
  readonly routeFacts: RouteFacts;
  readonly quote?: Quote;
  /** the methods of later payments; undefined before a route is chosen */
  readonly payers?: LaterPayers;
  readonly price_key: ShownPriceKey;
  /** the known facts of the card, and the processor's report about a typed card */
  readonly cards: KnownCards;
  readonly tellCardPrice: (price: CardPrice) => void;
  readonly tellTypedFunding: (funding: Funding | null) => void;
  readonly priced?: TypeQuote;
  /** the place of a step's bar on a phone */
  readonly barSlot: HTMLElement | null;
  readonly seat: SeatHold | null;
  readonly step: Step;
  /** the company's day at the opening of the page; a later day may have other offers */
  readonly openedOn: PlainDate;
  readonly goTo: (step: Step) => void;
  /** the text of a working step; the buttons wait */
  readonly busy: string | null;
  readonly setBusy: (label: string | null) => void;
};

export const WizardContext = createContext<Wizard | null>(null);

/** A reason of the surroundings why nothing can be signed; a preview has one (SE7.4). */
export const UnsignedReason = createContext<string | undefined>(undefined);

export function useWizard(): Wizard {
  const wizard = useContext(WizardContext);
  invariant(wizard, 'a step stands inside the wizard');
  return wizard;
}

/** The buttons outside the form submit the form by id. */
export const STEP_FORM = 'wizard-step';
