import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { PriceRail } from '#app/routes/contract/prices/price-rail.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import { NoProgram } from '#app/routes/contract/step/no-program.tsx';
import { siblingDiscountId } from '#app/routes/contract/wizard/instant-quote.ts';
import { PaymentSection } from './payment-section.tsx';
import { PrintableContracts } from '#app/routes/contract/step/printable-contracts.tsx';
import { AddonBoxes, PickupFields, RouteRadios, SurgeConsent } from './route-choice.tsx';
import { SeatHoldNotice } from '#app/routes/contract/step/seat-hold-notice.tsx';
import { StepForm } from '#app/routes/contract/step/step-form.tsx';
import { StepLoading } from '#app/routes/contract/step/step-loading.tsx';
import { routeProblems } from '#app/routes/contract/step/step-problems.ts';
import { TermRadios, useOfferedTerms } from './term-choice.tsx';
import { usePaymentEntry } from './use-payment-entry.ts';
import { useProblems } from '#app/routes/contract/step/use-problems.ts';
import { WaitingOffers } from './waiting-offers.tsx';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';

/** What the chosen term and add-ons come to, and whether aid can lower it. */
function PaymentAmount() {
  const { quote, priced, offer, school } = useWizard();
  if (!quote || !priced) return null;
  return (
    <section aria-label={m.contract_payment_amount()} className="grid gap-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-y border-hair py-3 text-lg">
        <span className="font-bold">{m.contract_payment_amount()}</span>
        <span className="figures font-extrabold">{formatMoney(quote.subtotal_cents)}</span>
      </p>
      {offer.periodProgram?.accept_financial_aid && quote.subtotal_cents > 0 && (
        <Notice>{m.contract_aid_hint()}</Notice>
      )}
      <PriceRail quote={quote} priced={priced} today={school.info.date} className="lg:hidden" />
    </section>
  );
}

/** Step 3: the route, what goes with it, and how it is paid (contracts.md §2). */
export function RouteStep() {
  const { draft, offer, routeFacts, goTo } = useWizard();
  const { routes, route, prices } = offer;
  const { program } = draft;
  const entry = usePaymentEntry();
  const [hasPaymentProblem, setPaymentProblem] = useState(false);
  const terms = useOfferedTerms(prices);
  const isRouteOffered = route !== undefined && route.seats_left !== 0;
  const isTermOffered = terms.some((term) => term.id === program.payment_term);
  const problems = useProblems(
    routeProblems(program, {
      isRouteOffered,
      isTermOffered,
      hasPickup: routeFacts.hasPickup,
      hasSurge: Boolean(route?.has_surge_pricing),
    }),
  );
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
    if (await entry.submit()) goTo(4);
    else setPaymentProblem(true);
  }
  const isNumberDropped =
    program.has_valid_second_student_contract_number &&
    route !== undefined &&
    siblingDiscountId(route) === null;
  return (
    <StepForm onNext={() => void next()} hasProblems={problems.hasTried || hasPaymentProblem}>
      <RouteRadios routes={routes} error={problems.shown.route_id} />
      <WaitingOffers routes={routes} />
      <SeatHoldNotice />
      {isNumberDropped && <Notice tone="warning">{m.contract_sibling_dropped()}</Notice>}
      {route && <AddonBoxes route={route} />}
      {route && routeFacts.hasPickup && <PickupFields problems={problems.shown} />}
      {route && prices && <TermRadios prices={prices} error={problems.shown.payment_term_id} />}
      {route?.has_surge_pricing && <SurgeConsent route={route} error={problems.shown.surge_pricing} />}
      {isTermOffered && <PaymentAmount />}
      {isTermOffered && <PaymentSection entry={entry} />}
      <PrintableContracts />
    </StepForm>
  );
}
