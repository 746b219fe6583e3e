import { useEffect, useRef, useState } from 'react';
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { FeeTable, PriceChangeNotice } from '#app/routes/contract/prices/fee-table.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import { LATER, usePaymentEntry } from '#app/routes/contract/route/use-payment-entry.ts';
import {
  isAllLater,
  nothingLeft,
  pricedForLater,
  priceKeyOfOrder,
  wayOfOrder,
} from '#app/routes/contract/wizard/later-payment.ts';
import { isCardPrice, priceIn, type Quote } from '#modules/pricing/quoted-prices.ts';
import { acceptancesOf } from '#app/routes/contract/wizard/acceptances.ts';
import { appliedAid, isAidPending } from '#app/routes/contract/wizard/aid.ts';
import { AidSection } from './aid-section.tsx';
import { BankConsentFields, bankConsentShape, type BankConsent } from './bank-consent.tsx';
import { ConfirmDialog, WaitingDialog } from './checkout-dialogs.tsx';
import { orderBody, quoteBody } from '#app/routes/contract/wizard/order-body.ts';
import { PrintableContracts } from '#app/routes/contract/step/printable-contracts.tsx';
import { LaterPaymentCard } from './later-payment-card.tsx';
import { laterSentences } from './later-sentences.ts';
import { methodText, OrderSummary, payerText, PaymentSummary } from './order-summary.tsx';
import { SeatHoldNotice } from '#app/routes/contract/step/seat-hold-notice.tsx';
import { StepForm } from '#app/routes/contract/step/step-form.tsx';
import { focusFirstField } from '#app/routes/contract/step/use-problems.ts';
import { useCheckout, useServerQuote, type CheckoutProblem } from './use-checkout.ts';
import { useWizard, STEP_FORM } from '#app/routes/contract/wizard/wizard-context.ts';
import type { Cents } from '#kit/money.ts';
import { BottomBar } from '#app/routes/contract/step/step-buttons.tsx';
import type { Elements } from '#app/ui/elements.ts';
type CheckoutButtonsProps = { dueToday?: Cents; obstacle?: string; isWaiting: boolean };

/** The reason for a disabled Checkout button (contracts.md §2). */
function useObstacle(): string | undefined {
  const { draft, offer, aid } = useWizard();
  const { program } = draft;
  // An order with aid ignores the contract number of the sibling (B6).
  const hasUncheckedNumber =
    !aid.isApplied &&
    program.second_student_contract_number.trim() !== '' &&
    !program.has_valid_second_student_contract_number;
  if (offer.route?.has_surge_pricing && !program.is_surge_accepted) return m.contract_obstacle_surge();
  if (hasUncheckedNumber) return m.contract_obstacle_sibling();
  return undefined;
}

function Problem({ problem }: { problem: CheckoutProblem | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) box.current?.focus();
  }, [problem]);
  if (!problem) return null;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone={problem.tone} role="alert">
        <span className="whitespace-pre-line">{problem.text}</span>
      </Notice>
    </div>
  );
}

/** Checks a form without sending; the first wrong field takes the focus. */
function passes(form: UseFormReturn<BankConsent, unknown, BankConsent>): Promise<boolean> {
  return new Promise(
    (resolve) =>
      void form.handleSubmit(
        () => resolve(true),
        () => resolve(false),
      )(),
  );
}

/** The payment of later amounts; undefined with an amount due today or without later payments. */
function useLaterPayment(quote: Quote | undefined) {
  const { offer, price_key } = useWizard();
  const entry = usePaymentEntry(LATER);
  if (!quote || !offer.prices || !isAllLater(quote)) return undefined;
  const both = pricedForLater(quote, offer.prices);
  const none = quote.by_payment_type.paymentTypeNone!;
  return { entry, quote: both, priced: priceIn(both, price_key) ?? none };
}

/** The server's price, else the instant price, with later payments and their methods (MP1). */
function usePlannedQuote(server: Quote | undefined) {
  const { payers, quote: instant } = useWizard();
  const told = server && payers ? payers.priced(server) : server;
  const quote = told ?? instant;
  if (!quote || !payers) return { told, quote, planned: [], isAsked: false };
  return { told, quote, planned: payers.planned(quote), isAsked: payers.isAsked(quote) };
}

type ConsentForm = UseFormReturn<BankConsent, unknown, BankConsent>;

const useConsent = (email: string): ConsentForm =>
  useForm<BankConsent, unknown, BankConsent>({
    mode: 'onBlur',
    resolver: schemaResolver(bankConsentShape),
    defaultValues: { email, password: '', ach_terms: false },
  });

const isKnownWrong = ({ formState: { isValid, errors } }: ConsentForm): boolean =>
  !isValid && Object.keys(errors).length > 0;

/** Step 4: everything at a glance, what it costs, and the signature (contracts.md §2). */
export function CheckoutStep() {
  const wizard = useWizard();
  const { draft, offer, aid, routeFacts, priced: instant, cards, quote: instantQuote } = wizard;
  const { user, hasEnded } = useAuth();
  const applied = appliedAid(aid);
  const asked = offer.isLoading ? undefined : quoteBody(draft, routeFacts, applied);
  const server = useServerQuote(asked, instantQuote);
  const consent = useConsent(user?.email ?? '');
  const [hasTried, setTried] = useState(false);
  const [isLeftMissing, setLeftMissing] = useState(false);
  // What is confirmed is the price that was shown when Checkout was pressed; another one is asked about anew.
  const [confirming, setConfirming] = useState<string | null>(null);
  const { place, isProcessing, problem, clearProblem, bankWindow } = useCheckout(server.renew);
  const unpriced = server.error && !server.quote ? m.contract_obstacle_price() : undefined;
  const obstacle = useObstacle() ?? unpriced;
  const { told, quote, planned, isAsked } = usePlannedQuote(server.quote);
  const later = useLaterPayment(quote);
  const signed = later ? draft : nothingLeft(draft);
  const way = wayOfOrder(signed);
  const isBank = way.type === 'paymentTypeAch';
  const price_key = priceKeyOfOrder(signed, cards);
  const priced = (told && priceIn(told, price_key)) ?? instant;

  async function checkout(): Promise<void> {
    setTried(true);
    clearProblem();
    if (obstacle || !server.quote || server.isLoading || isProcessing) return;
    const isLeftGood = !later || (await later.entry.submit());
    const isPayerGood = !isBank || (await passes(consent));
    setLeftMissing(isLeftGood === false);
    if (isLeftGood !== true) return;
    if (isAidPending(aid)) focusFirstField(['financial_aid']);
    if (isPayerGood && !isAidPending(aid)) setConfirming(server.quote.quote_hash);
  }
  function confirm(): void {
    setConfirming(null);
    const { email, password } = consent.getValues();
    void place(
      orderBody(signed, {
        facts: routeFacts,
        aid: applied,
        later: { planned, isAsked },
        cardPrice: !later && isCardPrice(price_key) ? price_key : undefined,
        payer: isBank ? { email, password } : null,
        quoteHash: server.quote?.quote_hash ?? null,
        acceptances: acceptancesOf(signed, offer),
      }),
    );
  }
  const isLeft = way.type !== 'paymentTypeNone';
  const hasProblems =
    hasTried && (isAidPending(aid) || (isLeft && isLeftMissing) || (isBank && isKnownWrong(consent)));
  return (
    <FormProvider {...consent}>
      <StepForm onNext={() => void checkout()} hasProblems={hasProblems}>
        <Problem problem={problem} />
        {server.before && server.quote && (
          <PriceChangeNotice
            before={wizard.payers ? wizard.payers.priced(server.before) : server.before}
            after={told ?? server.quote}
            typeKey={price_key}
          />
        )}
        <SeatHoldNotice />
        <OrderSummary />
        <Card title={m.contract_fees_title()} aria-label={m.contract_fees_title()} className="max-sm:px-3">
          {quote ? (
            <FeeTable quote={later?.quote ?? quote} chosen={price_key} />
          ) : (
            <Skeleton lines={5} label={m.shell_loading()} />
          )}
          {server.error && !server.isLoading && (
            <Notice tone="danger" role="alert" className="mt-4">
              <p>{sentencesOf(server.error).join(' ')}</p>
              <Button look="secondary" className="mt-2" onClick={() => server.renew(undefined)}>
                {m.shell_try_again()}
              </Button>
            </Notice>
          )}
        </Card>
        {later ? (
          <LaterPaymentCard entry={later.entry} quote={later.quote} planned={planned} />
        ) : (
          <PaymentSummary planned={planned} isAsked={isAsked} />
        )}
        <AidSection hasTried={hasTried} />
        {isBank && offer.periodProgram && (
          <BankConsentFields account={methodText(wizard)} program={offer.periodProgram} />
        )}
        <CheckoutButtons
          dueToday={priced?.due_today_cents}
          obstacle={obstacle}
          isWaiting={isProcessing || server.isLoading}
        />
        <PrintableContracts />
      </StepForm>
      {priced && (
        <ConfirmDialog
          isOpen={confirming !== null && confirming === server.quote?.quote_hash}
          dueToday={priced.due_today_cents}
          name={draft.student.first_name}
          later={later || isAsked ? laterSentences(planned, (by) => payerText(wizard, by)) : []}
          onConfirm={confirm}
          onCancel={() => setConfirming(null)}
        />
      )}
      {bankWindow satisfies Elements}
      {/* An order waiting for a login or for the bank is not in progress. */}
      <WaitingDialog
        isOpen={isProcessing && !hasEnded && !bankWindow}
        title={m.contract_processing()}
        note={m.contract_processing_note()}
      />
      <p className="sr-only" aria-live="polite">
        {priced && m.contract_due_today_is({ amount: formatMoney(priced.due_today_cents) })}
      </p>
    </FormProvider>
  );
}

/** Previous and Checkout; on a phone the bar holds the amount and Checkout. */
function CheckoutButtons({ dueToday, obstacle, isWaiting }: CheckoutButtonsProps) {
  const { goTo } = useWizard();
  const checkout = (
    <Button type="submit" form={STEP_FORM} disabled={isWaiting} disabledReason={obstacle}>
      {m.contract_checkout()}
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <Button look="secondary" onClick={() => goTo(3)}>
          {m.contract_previous()}
        </Button>
        <span className="hidden lg:contents">{checkout}</span>
      </div>
      <BottomBar dueToday={dueToday}>{checkout}</BottomBar>
    </>
  );
}
