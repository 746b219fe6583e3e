import { useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { FeeTable, PriceChangeNotice } from '#app/routes/contract/prices/fee-table.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import { AidSection } from './aid-section.tsx';
import { BankConsentFields } from './bank-consent.tsx';
import { ConfirmDialog, WaitingDialog } from './checkout-dialogs.tsx';
import { PrintableContracts } from '#app/routes/contract/step/printable-contracts.tsx';
import { LaterPaymentCard } from './later-payment-card.tsx';
import { laterSentences } from './later-sentences.ts';
import { methodText, OrderSummary, payerText, PaymentSummary } from './order-summary.tsx';
import { SeatHoldNotice } from '#app/routes/contract/step/seat-hold-notice.tsx';
import { StepForm } from '#app/routes/contract/step/step-form.tsx';
import type { CheckoutProblem } from './use-checkout.ts';
import { useWizard, STEP_FORM } from '#app/routes/contract/wizard/wizard-context.ts';
import type { Cents } from '#kit/money.ts';
import { BottomBar } from '#app/routes/contract/step/step-buttons.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { useCheckoutPrice, type CheckoutPrice } from './use-checkout-price.ts';
import { useSignature } from './use-signature.ts';

type CheckoutButtonsProps = { dueToday?: Cents; obstacle?: string; isWaiting: boolean };

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

function FeesCard({ price: { server, quote, later, price_key } }: { price: CheckoutPrice }) {
  return (
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
  );
}

function ChangedPrice({ price: { server, told, price_key } }: { price: CheckoutPrice }) {
  const { payers } = useWizard();
  if (!server.before || !server.quote) return null;
  const before = payers ? payers.priced(server.before) : server.before;
  return <PriceChangeNotice before={before} after={told ?? server.quote} typeKey={price_key} />;
}

type SigningProps = { price: CheckoutPrice; signature: ReturnType<typeof useSignature> };

function PriceConfirmation({ price, signature }: SigningProps) {
  const wizard = useWizard();
  const { server, planned, isAsked, later, priced } = price;
  const { confirming, setConfirming, confirm } = signature;
  if (!priced) return null;
  return (
    <ConfirmDialog
      isOpen={confirming !== null && confirming === server.quote?.quote_hash}
      dueToday={priced.due_today_cents}
      name={wizard.draft.student.first_name}
      later={later || isAsked ? laterSentences(planned, (by) => payerText(wizard, by)) : []}
      onConfirm={confirm}
      onCancel={() => setConfirming(null)}
    />
  );
}

/** Step 4: the summary, the price, and the signature (contracts.md §2). */
export function CheckoutStep() {
  const wizard = useWizard();
  const { hasEnded } = useAuth();
  const price = useCheckoutPrice();
  const signature = useSignature(price);
  const { server, planned, isAsked, later, priced } = price;
  const { consent, isBank, isProcessing, bankWindow } = signature;
  const { periodProgram } = wizard.offer;
  return (
    <FormProvider {...consent}>
      <StepForm onNext={() => void signature.checkout()} hasProblems={signature.hasProblems}>
        <Problem problem={signature.problem} />
        <ChangedPrice price={price} />
        <SeatHoldNotice />
        <OrderSummary />
        <FeesCard price={price} />
        {later ? (
          <LaterPaymentCard entry={later.entry} quote={later.quote} planned={planned} />
        ) : (
          <PaymentSummary planned={planned} isAsked={isAsked} />
        )}
        <AidSection hasTried={signature.hasTried} />
        {isBank && periodProgram && (
          <BankConsentFields account={methodText(wizard)} program={periodProgram} />
        )}
        <CheckoutButtons
          dueToday={priced?.due_today_cents}
          obstacle={signature.obstacle}
          isWaiting={isProcessing || server.isLoading}
        />
        <PrintableContracts />
      </StepForm>
      <PriceConfirmation price={price} signature={signature} />
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
