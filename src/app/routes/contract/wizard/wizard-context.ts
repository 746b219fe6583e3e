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
import type { SeatHold } from './use-seat-hold.ts';
import type { ChangeDraft } from './use-draft.ts';
import type { Offer } from './use-offer.ts';
import type { School } from './use-school.ts';

/** What every step of the wizard sees and may change. */
export type Wizard = {
  readonly school: School;
  readonly offer: Offer;
  readonly draft: Draft;
  readonly change: ChangeDraft;
  /** the order is placed: nothing of the draft is kept */
  readonly forgetDraft: () => void;
  readonly startAnew: () => void;
  readonly aid: Aid;
  readonly setAid: Dispatch<SetStateAction<Aid>>;
  /** what the draft would cost with this aid */
  readonly quoteWith: (applied: AppliedAid | null) => Quote | undefined;
  readonly isStaff: boolean;
  readonly routeFacts: RouteFacts;
  /** the instant price; undefined until a term is chosen */
  readonly quote?: Quote;
  /** who pays the later payments; undefined until a route is chosen */
  readonly payers?: LaterPayers;
  /** which of its prices the draft pays as it stands */
  readonly price_key: ShownPriceKey;
  /** what is known of its card, and how the processor's word about a typed one is kept */
  readonly cards: KnownCards;
  readonly tellCardPrice: (price: CardPrice) => void;
  readonly tellTypedFunding: (funding: Funding | null) => void;
  /** the same for the payment type of the draft */
  readonly priced?: TypeQuote;
  /** where a step puts its bar of a phone */
  readonly barSlot: HTMLElement | null;
  /** the seat that is kept meanwhile */
  readonly seat: SeatHold | null;
  readonly step: Step;
  /** the company's day on which this page was opened; a later one may have other offers */
  readonly openedOn: PlainDate;
  readonly goTo: (step: Step) => void;
  /** a step that works says so, and the buttons wait with it */
  readonly busy: string | null;
  readonly setBusy: (label: string | null) => void;
};

export const WizardContext = createContext<Wizard | null>(null);

export function useWizard(): Wizard {
  const wizard = useContext(WizardContext);
  invariant(wizard, 'a step stands inside the wizard');
  return wizard;
}

/** The form of the step that is shown; the buttons outside it submit it by this id. */
export const STEP_FORM = 'wizard-step';
