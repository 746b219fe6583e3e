import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import type { ServerInfo } from '#modules/catalog/catalog.contract.ts';
import type { PaymentMethod } from '#modules/billing/methods/methods.contract.ts';
import type { OfferResponse } from '#modules/orders/offers/offers.contract.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { isReceivedLater, plainPrice } from '#app/offers/offer-texts.ts';
import { TextsToAccept, useTextsForm } from '#app/orders/texts-to-accept.tsx';
import { methodName } from '#app/payments/saved-methods.tsx';
import type { Choice } from '#app/routes/dashboard/orders/pay/first-choice.ts';
import { PayWays } from '#app/routes/dashboard/orders/pay/pay-form.tsx';
import type { PayBody } from '#app/routes/dashboard/orders/pay/use-pay.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { Notice } from '#app/ui/notice.tsx';
import { BankDialog } from './bank-dialog.tsx';
import { DeclineOffer } from './decline-offer.tsx';
import { waysOf } from './offer-ways.ts';
import { paymentOf, useAccept, type AcceptBody } from './use-accept.ts';

type Facts = { offer: OfferResponse; methods: readonly PaymentMethod[]; info: ServerInfo };

type Acceptances = NonNullable<AcceptBody['acceptances']>;
type Chosen = Partial<PayBody> & { acceptances?: Acceptances | null | undefined };

/** Sends what is chosen once the texts are accepted, and asks for the password before a debit (O4, O5). */
function useAnswer({ offer, methods }: Facts) {
  const { accept, priced_as, ...state } = useAccept(offer);
  const [debit, setDebit] = useState<Chosen>();
  const signed = offer.texts.filter(({ kind }) => kind !== 'ach');
  const { form: texts } = useTextsForm(signed);
  const ach = offer.texts.find(({ kind }) => kind === 'ach');
  const methodOf = (chosen: Chosen) => methods.find(({ id }) => id === chosen.payment_method_id);
  const isDebit = (chosen: Chosen) => Boolean(chosen.ach) || methodOf(chosen)?.exp_month === null;
  const send = (chosen: Chosen, user?: AcceptBody['user']) => {
    const named = isDebit(chosen) && ach ? [...signed, ach] : signed;
    return accept({
      payment: paymentOf(chosen, priced_as),
      user,
      acceptances: named.map(({ kind, text_hash }) => ({ kind, text_hash })),
    });
  };
  const pay = async (chosen: Chosen): Promise<boolean> => {
    if (!(await texts.trigger(undefined, { shouldFocus: true }))) return false;
    if (!isDebit(chosen)) return send(chosen);
    setDebit(chosen);
    return false;
  };
  const dialog: Elements = debit && (
    <BankDialog
      terms={debit.ach ? undefined : ach}
      account={debit.ach ? undefined : methodName(methodOf(debit)!)}
      onClose={() => setDebit(undefined)}
      onConfirm={async (user) => {
        setDebit(undefined);
        await send(debit, user);
      }}
    />
  );
  return { ...state, texts, signed, pay, dialog };
}

type AnswerProps = Facts & { answer: ReturnType<typeof useAnswer> };

const HOW = { check: m.contract_offer_check_how, cash: m.contract_offer_cash_how };
const ACCEPT = { check: m.contract_offer_accept_check, cash: m.contract_offer_accept_cash };

/** Nothing is charged now: a check or cash comes later, or nothing is due today. */
function AcceptButton({ offer, answer }: AnswerProps) {
  const { isImpersonating } = useAuth();
  const { pay_by } = offer;
  const { due_today_cents } = plainPrice(offer);
  const later = due_today_cents > 0 && isReceivedLater(pay_by) ? pay_by : undefined;
  return (
    <div className="grid gap-3 sm:justify-items-start">
      {later && <p>{HOW[later]()}</p>}
      {answer.problem && (
        <Notice tone={answer.problem.tone} role="alert">
          {answer.problem.text}
        </Notice>
      )}
      <Button
        busy={answer.isBusy}
        disabledReason={isImpersonating ? m.contract_offer_parent_alone() : undefined}
        onClick={() => void answer.pay({})}
      >
        {later ? ACCEPT[later]({ amount: formatMoney(due_today_cents) }) : m.contract_offer_accept()}
      </Button>
    </div>
  );
}

function Payment({ offer, methods, info, answer }: AnswerProps) {
  const [choice, choose] = useState<Choice>();
  const ways = isReceivedLater(offer.pay_by) ? undefined : waysOf(offer, { methods, today: info.date });
  if (!ways) return <AcceptButton offer={offer} methods={methods} info={info} answer={answer} />;
  return (
    <div className="grid gap-6">
      <PayWays
        charge={ways}
        info={info}
        program_group_id={offer.school.id}
        pressed={{ busy: answer.isBusy, problem: answer.problem }}
        pay={answer.pay}
        choice={choice}
        choose={choose}
      />
    </div>
  );
}

/** The texts, the payment, and the way out (OF3.6). */
export function AnswerOffer(facts: Facts) {
  const { isImpersonating } = useAuth();
  const answer = useAnswer(facts);
  const alone = isImpersonating ? m.contract_offer_parent_alone() : undefined;
  return (
    <>
      {answer.bankWindow satisfies Elements}
      {answer.dialog satisfies Elements}
      <FormProvider {...answer.texts}>
        <TextsToAccept texts={answer.signed} />
      </FormProvider>
      <Card title={m.contract_offer_pay_title()}>
        <Payment {...facts} answer={answer} />
      </Card>
      <div>
        <DeclineOffer id={facts.offer.id} disabledReason={alone} />
      </div>
    </>
  );
}
