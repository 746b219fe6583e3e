import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { useAuth, useRight } from '#app/auth/use-auth.ts';
import { enterUnsavedPart, forgetUnsavedChanges } from '#app/shell/unsaved-changes.ts';
import type { Draft } from './draft.ts';
import { aidWithin, appliedAid, noAid } from './aid.ts';
import { settleAcceptances } from './acceptances.ts';
import { allowedStep, stepFrom, type Step } from './guards.ts';
import { laterPayers } from './later-payers.ts';
import { nameOfCard, priceKeyOfOrder, type KnownCards, type ShownPriceKey } from './later-payment.ts';
import { instantQuote, principalOf, siblingDiscountId } from './instant-quote.ts';
import type { AppliedAid } from './order-body.ts';
import { priceIn, type CardPrice, type Quote } from '#modules/pricing/quoted-prices.ts';
import type { Funding } from '#modules/billing/methods/funding.states.ts';
import { offeredTerms } from '#modules/pricing/offered-terms.ts';
import {
  acceptAnew,
  chooseOnlyProgram,
  dropEndedTerm,
  keepKnownProgram,
  settlePaymentType,
} from './transitions.ts';
import { useDraft } from './use-draft.ts';
import { useOffer, type Offer } from './use-offer.ts';
import { useAskedChild, useProposal } from './use-proposal.ts';
import { useSeatHold } from './use-seat-hold.ts';
import type { School } from './use-school.ts';
import type { Wizard } from './wizard-context.ts';

/** The step of the address, limited by the guards; a limited address is replaced. */
function useStep(draft: Wizard['draft'], isAuthenticated: boolean) {
  const [query, setQuery] = useSearchParams();
  const asked = stepFrom(query.get('step'));
  const step = allowedStep(asked, draft, isAuthenticated);
  const isHeldBack = step !== asked;
  const moveTo = (to: Step, replace: boolean) =>
    setQuery(
      (known) => {
        const next = new URLSearchParams(known);
        next.set('step', String(to));
        return next;
      },
      { replace, preventScrollReset: false },
    );
  useEffect(() => {
    if (isHeldBack) moveTo(step, true);
  });
  return { step, goTo: (to: Step) => moveTo(to, false) };
}

type Settled = Pick<Wizard, 'draft' | 'change' | 'offer' | 'school' | 'step' | 'isStaff'> & {
  principal: ReturnType<typeof principalOf>;
};

/** The price of the quote for the draft, by the known facts of the card (S5). */
function useCardPrice(draft: Draft, saved: Offer['methods'], { company: { card_fee } }: School['info']) {
  const [told, setTold] = useState<KnownCards['told']>(null);
  const [typed_funding, tellTypedFunding] = useState<Funding | null>(null);
  const cards = { saved, told, typed_funding, card_fee };
  const card = nameOfCard(draft.cc);
  return {
    cards,
    price_key: priceKeyOfOrder(draft, cards),
    tellTypedFunding,
    tellCardPrice: (price: CardPrice) => setTold(card === null ? null : { card, price }),
  };
}

/** The price by bank if the chosen payment type has no price. */
const pricedAs = (quote: Quote, key: ShownPriceKey) =>
  priceIn(quote, key) ?? quote.by_payment_type.paymentTypeNone ?? quote.by_payment_type.paymentTypeAch;

function useLaterPayers(
  draft: Draft,
  { savedMethods: saved, prices }: Offer,
  { group, price_key }: { group: School['group']; price_key: ShownPriceKey },
) {
  return useMemo(
    () => prices && laterPayers({ draft, saved: saved ?? [], program_group_id: group.id, price_key, prices }),
    [draft, saved, prices, group.id, price_key],
  );
}

function useSettledDraft({ draft, change, offer, school, step, isStaff, principal }: Settled): void {
  const programIds = school.programs.map((program) => program.id);
  const { methods, prices } = offer;
  const { date: today, closed_ways: closed } = school.info;
  useEffect(() => change((known) => chooseOnlyProgram(keepKnownProgram(known, programIds), programIds)));
  useEffect(() => {
    if (!prices) return;
    const offered = offeredTerms(prices.terms, today, isStaff);
    change((known) => dropEndedTerm(known, { terms: prices.terms, offered }));
  }, [prices, today, isStaff, change]);
  useEffect(() => {
    if (principal === undefined || !methods) return;
    change((known) => settlePaymentType(known, principal, methods, closed));
  }, [principal, methods, closed, change]);
  const contract_text = offer.periodProgram?.contract_text_hash;
  const surgeText = offer.route?.surge_pricing_text_hash;
  useEffect(
    () => change((known) => settleAcceptances(known, { contract: contract_text, surge: surgeText })),
    [change, contract_text, surgeText, draft.isAccepted, draft.program.is_surge_accepted],
  );
  // Only when the step opens, and not after a login: the contract may be accepted by then.
  const openContract = useEffectEvent(() => change(acceptAnew));
  useEffect(() => {
    if (step === 0) openContract();
  }, [step]);
}

/** The draft survives leaving the wizard; typed numbers of a card or account do not (MA11). */
function useAskForNumbers({ cc, ach }: Wizard['draft']): void {
  const hasNumbers = cc !== null || ach !== null;
  useEffect(() => {
    if (!hasNumbers) return undefined;
    return enterUnsavedPart({ isChanged: true, isSending: false, text: m.contract_leave_numbers() });
  }, [hasNumbers]);
}

const routeFactsOf = ({ product_id, route, periodProgram }: Offer): Wizard['routeFacts'] => ({
  product_id,
  hasPickup: Boolean(route?.has_pickup_location || periodProgram?.has_pickup_location),
  siblingDiscountId: siblingDiscountId(route),
});

type Sale = { draft: Draft; offer: Offer; school: School; isStaff: boolean };

function usePrice({ draft, offer, school, isStaff }: Sale) {
  const [aidTyped, setAid] = useState(noAid);
  const buyer = useMemo(() => ({ today: school.info.date, isStaff }), [school.info.date, isStaff]);
  const quoteWith = useCallback(
    (applied: AppliedAid | null) => offer.prices && instantQuote(draft, offer.prices, applied, buyer),
    [draft, offer.prices, buyer],
  );
  const bare = useMemo(() => quoteWith(null), [quoteWith]);
  const aid = aidWithin(aidTyped, bare?.subtotal_cents);
  const applied = appliedAid(aid);
  const raw = applied ? quoteWith(applied) : bare;
  const cardPrice = useCardPrice(draft, offer.methods, school.info);
  const payers = useLaterPayers(draft, offer, { group: school.group, price_key: cardPrice.price_key });
  const quote = raw && (payers ? payers.priced(raw) : raw);
  const priced = quote && pricedAs(quote, cardPrice.price_key);
  return { aid, setAid, quoteWith, quote, payers, ...cardPrice, priced };
}

export function useWizardState(
  school: School,
  isOwn: boolean,
): Omit<Wizard, 'barSlot'> & { isUnreadable: boolean; saveDraft: () => void } {
  const { isAuthenticated, isImpersonating } = useAuth();
  const maySell = useRight('money_write');
  const { draft, isUnreadable, change, saveNow, startAnew, forget } = useDraft(isOwn);
  const offer = useOffer(school, draft);
  const [openedOn] = useState(school.info.date);
  const [busy, setBusy] = useState<string | null>(null);
  const isStaff = maySell || isImpersonating;
  const { step, goTo } = useStep(draft, isAuthenticated);

  const seat = useSeatHold({ step, student_id: draft.student.id, route: offer.route });
  const price = usePrice({ draft, offer, school, isStaff });
  useAskForNumbers(draft);
  useAskedChild(change);
  const proposal = useProposal({ school, draft, change, offer });
  useSettledDraft({ draft, change, offer, school, step, isStaff, principal: principalOf(price.quote) });
  return {
    school,
    offer,
    draft,
    change,
    forgetDraft() {
      forgetUnsavedChanges();
      forget();
    },
    startAnew,
    ...price,
    isStaff,
    proposal,
    routeFacts: routeFactsOf(offer),
    seat,
    step,
    openedOn,
    goTo,
    busy,
    setBusy,
    isUnreadable,
    saveDraft: saveNow,
  };
}
