import { useContext, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { useAuth } from '#app/auth/use-auth.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { wayOfOrder } from '#app/routes/contract/wizard/later-payment.ts';
import { isCardPrice } from '#modules/pricing/quoted-prices.ts';
import { acceptancesOf } from '#app/routes/contract/wizard/acceptances.ts';
import { appliedAid, isAidPending } from '#app/routes/contract/wizard/aid.ts';
import { bankConsentShape, type BankConsent } from './bank-consent.tsx';
import { orderBody } from '#app/routes/contract/wizard/order-body.ts';
import { focusFirstField } from '#app/routes/contract/step/use-problems.ts';
import { useCheckout } from './use-checkout.ts';
import { UnsignedReason, useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import type { CheckoutPrice } from './use-checkout-price.ts';

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

function passes(form: UseFormReturn<BankConsent, unknown, BankConsent>): Promise<boolean> {
  return new Promise(
    (resolve) =>
      void form.handleSubmit(
        () => resolve(true),
        () => resolve(false),
      )(),
  );
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

export function useSignature({ server, planned, isAsked, later, signed, price_key }: CheckoutPrice) {
  const { offer, aid, routeFacts } = useWizard();
  const consent = useConsent(useAuth().user?.email ?? '');
  const [hasTried, setTried] = useState(false);
  const [isLeftMissing, setLeftMissing] = useState(false);
  // A confirmation holds for the quote on the screen at the click; a renewed quote asks again.
  const [confirming, setConfirming] = useState<string | null>(null);
  const { place, clearProblem, ...sending } = useCheckout(server.renew);
  const unpriced = server.error && !server.quote ? m.contract_obstacle_price() : undefined;
  const unsigned = useContext(UnsignedReason);
  const own = useObstacle();
  const obstacle = unsigned ?? own ?? unpriced;
  const { type } = wayOfOrder(signed);
  const isBank = type === 'paymentTypeAch';

  async function checkout(): Promise<void> {
    setTried(true);
    clearProblem();
    if (obstacle || !server.quote || server.isLoading || sending.isProcessing) return;
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
        aid: appliedAid(aid),
        later: { planned, isAsked },
        cardPrice: !later && isCardPrice(price_key) ? price_key : undefined,
        payer: isBank ? { email, password } : null,
        quoteHash: server.quote?.quote_hash ?? null,
        acceptances: acceptancesOf(signed, offer),
      }),
    );
  }
  const isLeft = type !== 'paymentTypeNone';
  const hasProblems =
    hasTried && (isAidPending(aid) || (isLeft && isLeftMissing) || (isBank && isKnownWrong(consent)));
  return {
    consent,
    isBank,
    hasTried,
    hasProblems,
    obstacle,
    confirming,
    setConfirming,
    checkout,
    confirm,
    ...sending,
  };
}
