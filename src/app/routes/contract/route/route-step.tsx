import { useEffect, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { PriceRail } from '#app/routes/contract/prices/price-rail.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import { siblingDiscountId, termProblem } from '#app/routes/contract/wizard/instant-quote.ts';
import { PrintableContracts } from '#app/routes/contract/step/printable-contracts.tsx';
import { SeatHoldNotice } from '#app/routes/contract/step/seat-hold-notice.tsx';
import { NoProgram, StepForm, StepLoading } from '#app/routes/contract/step/step-form.tsx';
import { routeProblems } from '#app/routes/contract/step/step-problems.ts';
import { useProblems } from '#app/routes/contract/step/use-problems.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { listRoutes, type Route } from '#modules/catalog/routes/routes.contract.ts';
import { joinWaitingList, listWaiting } from '#modules/seats/seats.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { useItems } from '#app/api/use-items.ts';
import { WaitingListPlace } from '#app/orders/waiting-list-place.tsx';
import { Button } from '#app/ui/button.tsx';
import { formatDate } from '#kit/plain-date.ts';
import { offeredTerms, showsEarlySignUpNotice } from '#modules/pricing/offered-terms.ts';
import type { PricedTerm, PriceList } from '#modules/pricing/price-list.ts';
import { sentenceText, termAmounts } from '#modules/pricing/price-texts.ts';
import { termText } from '#modules/pricing/term-text.ts';
import { termTotal } from '#modules/pricing/term-total.ts';
import { RadioGroup } from '#app/ui/fields/checkbox-field.tsx';
import {
  chooseOnlyRoute,
  chooseOnlyTerm,
  chooseTerm,
  endedBetween,
} from '#app/routes/contract/wizard/transitions.ts';
import { PaymentSection } from './payment-section.tsx';
import { AddonBoxes, PickupFields, RouteRadios, SurgeConsent, useTakenRoutes } from './route-choice.tsx';
import { usePaymentEntry } from './use-payment-entry.ts';
import { earlySaving } from './early-sign-up.ts';

/** The payment terms offered on the chosen route (T7). */
function useOfferedTerms(prices: PriceList | undefined) {
  const { school, isStaff } = useWizard();
  return prices ? offeredTerms(prices.terms, school.info.date, isStaff) : [];
}

function EarlyNotice({ offered, prices }: { offered: readonly PricedTerm[]; prices: PriceList }) {
  const today = useWizard().school.info.date;
  if (!showsEarlySignUpNotice(prices.terms, today)) return null;
  const saving = earlySaving(offered, prices.terms, today);
  return (
    <Notice className="mb-3">
      {saving
        ? m.contract_early_saving({
            until: formatDate(saving.until),
            saves: formatMoney(saving.savesCents),
            term: saving.term.name,
          })
        : m.contract_early_notice()}
    </Notice>
  );
}

/** Terms ended since the page was opened, unless chosen: the list below has changed. */
function ChangedTerms({ prices }: { prices: PriceList }) {
  const { draft, openedOn, school } = useWizard();
  const ended = endedBetween(prices.terms, openedOn, school.info.date);
  if (ended.length === 0 || draft.program.ended_term !== null) return null;
  return (
    <Notice role="status" className="mb-3">
      {ended.map((term) => (
        <p key={term.id}>{m.contract_term_ended_meanwhile({ term: term.name })}</p>
      ))}
    </Notice>
  );
}

function TermWords({ term }: { term: PricedTerm }) {
  const text = termText(term, useWizard().school.info.date);
  const { prefix, sentences } = text;
  return (
    <>
      {prefix && <span className="block font-semibold text-ink">{prefix}</span>}
      {sentences.map((sentence) => (
        <span key={sentence.says} className="block">
          {sentenceText(sentence)}
        </span>
      ))}
      <span className="figures block">{termAmounts(text)}</span>
    </>
  );
}

/** The payment terms of the chosen route (contracts.md §2, T7 to T9). */
function TermRadios({ prices, error }: { prices: PriceList; error?: string }) {
  const { draft, change, offer } = useWizard();
  const offered = useOfferedTerms(prices);
  if (offered.length === 0) return <Notice tone="warning">{m.contract_no_terms()}</Notice>;
  return (
    <div>
      <RadioGroup
        name="payment_term_id"
        label={m.contract_payment_term()}
        legendClassName="mb-3 text-lg font-bold"
        required
        error={error}
        note={
          <>
            <ChangedTerms prices={prices} />
            <EarlyNotice offered={offered} prices={prices} />
          </>
        }
        choices={offered.map((term) => ({
          value: String(term.id),
          label: term.name,
          textAfter: <TermWords term={term} />,
          aside: formatMoney(termTotal(term)),
          checked: draft.program.payment_term === term.id,
        }))}
        input={{
          onChange: (event) => {
            const id = Number(event.target.value);
            const term = offer.route?.payment_terms.find((each) => each.id === id);
            if (term) change((known) => chooseTerm(known, term));
          },
        }}
      />
    </div>
  );
}

function JoinButton({ route, student_id }: { route: Route; student_id: number }) {
  const queries = useQueryClient();
  const join = useMutation({
    mutationFn: () => callForOne(joinWaitingList, { params: { route_id: route.id }, body: { student_id } }),
    // The list of routes shows a seat released in the meantime.
    onSettled: () =>
      Promise.all(
        [listWaiting.name, listRoutes.name].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      ),
  });
  return (
    <Notice>
      <p>{m.contract_waiting_note({ route: route.name })}</p>
      {join.isError && <p className="font-semibold text-red">{sentencesOf(join.error).join(' ')}</p>}
      <Button look="secondary" className="mt-2" busy={join.isPending} onClick={() => join.mutate()}>
        {m.contract_waiting_join({ route: route.name })}
      </Button>
    </Notice>
  );
}

/** For each full route: the button to join the waiting list, or the student's place (O9). */
function WaitingOffers({ routes }: { routes: readonly Route[] }) {
  const student_id = useWizard().draft.student.id;
  const waiting = useItems(listWaiting, {}, { enabled: student_id !== null }).data;
  if (student_id === null || !waiting) return null;
  return routes.map((route) => {
    const own = waiting.find((each) => each.route_id === route.id && each.student_id === student_id);
    if (own) return <WaitingListPlace key={route.id} waiting={own} />;
    return route.seats_left === 0 ? (
      <JoinButton key={route.id} route={route} student_id={student_id} />
    ) : null;
  });
}

function PaymentAmount() {
  const { quote, priced, offer, school } = useWizard();
  if (!quote || !priced) return null;
  return (
    <section aria-label={m.contract_payment_amount()} className="grid gap-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-y border-hair py-3 text-lg">
        <span className="font-bold">{m.contract_payment_amount()}</span>
        <span className="figures font-extrabold">{formatMoney(quote.subtotal_cents)}</span>
        <span className="basis-full text-sm text-ink-soft">{m.contract_payment_amount_note()}</span>
      </p>
      {offer.periodProgram?.accept_financial_aid && quote.subtotal_cents > 0 && (
        <Notice>{m.contract_aid_hint()}</Notice>
      )}
      <PriceRail quote={quote} priced={priced} today={school.info.date} className="lg:hidden" />
    </section>
  );
}

function useOnlyChoices(terms: PricedTerm[]) {
  const { change, offer } = useWizard();
  const { routes, route, prices } = offer;
  const { taken, isKnown } = useTakenRoutes();
  useEffect(() => {
    if (routes && isKnown) change((known) => chooseOnlyRoute(known, routes, taken));
    if (route && prices) change((known) => chooseOnlyTerm(known, terms));
  });
  return taken;
}

function useRouteProblems(terms: PricedTerm[], taken: readonly number[]) {
  const { draft, offer, routeFacts, isStaff, school } = useWizard();
  const { route, prices } = offer;
  const isRouteOffered = route !== undefined && route.seats_left !== 0 && !taken.includes(route.id);
  const isTermOffered = terms.some((term) => term.id === draft.program.payment_term);
  const buyer = { today: school.info.date, isStaff };
  const unpriced = prices && isTermOffered ? termProblem(draft, prices, buyer) : undefined;
  const problems = useProblems(
    routeProblems(draft.program, {
      isRouteOffered,
      isTermOffered,
      termProblem: unpriced,
      hasPickup: routeFacts.hasPickup,
      hasSurge: Boolean(route?.has_surge_pricing),
    }),
  );
  return { problems, isTermOffered, unpriced };
}

/** A valid sibling number without effect, because the chosen route has no sibling discount. */
function DroppedNumber() {
  const { draft, offer } = useWizard();
  const { has_valid_second_student_contract_number: isValid } = draft.program;
  if (!isValid || offer.route === undefined || siblingDiscountId(offer.route) !== null) return null;
  return <Notice tone="warning">{m.contract_sibling_dropped()}</Notice>;
}

/** Step 3: route, add-ons, payment term, and payment method (contracts.md §2). */
export function RouteStep() {
  const { offer, routeFacts, goTo } = useWizard();
  const { routes, route, prices } = offer;
  const entry = usePaymentEntry();
  const [hasPaymentProblem, setPaymentProblem] = useState(false);
  const terms = useOfferedTerms(prices);
  const taken = useOnlyChoices(terms);
  const { problems, isTermOffered, unpriced } = useRouteProblems(terms, taken);
  if (offer.isNotSold) return <NoProgram />;
  if (offer.error && (!routes || !offer.methods)) return null;
  if (!routes || !offer.methods) {
    return (
      <StepLoading>
        <Skeleton lines={9} label={m.shell_loading()} />
      </StepLoading>
    );
  }
  if (routes.length === 0) return <EmptyState title={m.contract_no_routes()} />;

  async function next(): Promise<void> {
    setPaymentProblem(false);
    if (!problems.pass()) return;
    const isTaken = await entry.submit();
    if (isTaken === true) goTo(4);
    else setPaymentProblem(isTaken === false);
  }
  return (
    <StepForm onNext={() => void next()} hasProblems={problems.hasTried || hasPaymentProblem}>
      <RouteRadios routes={routes} taken={taken} error={problems.shown.route_id} />
      <WaitingOffers routes={routes} />
      <SeatHoldNotice />
      <DroppedNumber />
      {route && <AddonBoxes route={route} />}
      {route && routeFacts.hasPickup && <PickupFields problems={problems.shown} />}
      {route && prices && <TermRadios prices={prices} error={unpriced ?? problems.shown.payment_term_id} />}
      {route?.has_surge_pricing && <SurgeConsent route={route} error={problems.shown.surge_pricing} />}
      {isTermOffered && <PaymentAmount />}
      {isTermOffered && <PaymentSection entry={entry} />}
      <PrintableContracts />
    </StepForm>
  );
}
