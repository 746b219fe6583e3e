import { m } from '#i18n/messages.js';
import { formatMoney, sum } from '#kit/money.ts';
import { formatDateWithWeekday } from '#kit/plain-date.ts';
import type { Quote, TypeQuote } from '#modules/pricing/pricing.contract.ts';
import { PaymentPanel } from '#app/routes/contract/route/payment-section.tsx';
import type { PaymentEntry } from '#app/routes/contract/route/use-payment-entry.ts';
import type { WizardPaymentType } from '#app/routes/contract/wizard/draft.ts';
import { chooseLaterType } from '#app/routes/contract/wizard/later-payment.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { Card } from '#app/ui/card.tsx';
import { RadioGroup } from '#app/ui/fields/checkbox-field.tsx';

/** When which sum is charged, to what if that is known already. */
export function laterSentences({ later }: TypeQuote, method: string): string[] {
  return later.map(({ pay_on, amount_cents, surcharge_cents }) => {
    const on = {
      day: formatDateWithWeekday(pay_on),
      amount: formatMoney(sum([amount_cents, surcharge_cents])),
    };
    if (!method) return m.contract_later_due(on);
    if (surcharge_cents === 0) return m.contract_later_charged({ ...on, method });
    return m.contract_later_charged_fee({ ...on, method, fee: formatMoney(surcharge_cents) });
  });
}

const feeText = (priced: TypeQuote | undefined): string => {
  const fee = sum(priced?.later.map(({ surcharge_cents }) => surcharge_cents) ?? []);
  return fee === 0 ? m.contract_later_no_fee() : m.contract_later_fee({ fee: formatMoney(fee) });
};

type LaterPaymentCardProps = {
  entry: PaymentEntry;
  /** by bank and by card, and what is chosen of them */
  quote: Quote;
  priced: TypeQuote;
};

/** Where nothing is due today: what falls due when, and a method that may be left for it now (MB11). */
export function LaterPaymentCard({ entry, quote, priced }: LaterPaymentCardProps) {
  const { draft, change } = useWizard();
  const type = draft.program.later_payment_type;
  const { paymentTypeAch, paymentTypeCreditCard } = quote.by_payment_type;
  const choices: { value: WizardPaymentType; label: string; textAfter: string }[] = [
    { value: 'paymentTypeNone', label: m.contract_later_none(), textAfter: m.contract_later_none_note() },
    { value: 'paymentTypeAch', label: m.contract_later_bank(), textAfter: feeText(paymentTypeAch) },
    {
      value: 'paymentTypeCreditCard',
      label: m.contract_tab_card(),
      textAfter: feeText(paymentTypeCreditCard),
    },
  ];
  return (
    <Card title={m.contract_later_title()} aria-label={m.contract_later_title()}>
      <p>{m.contract_later_nothing_today()}</p>
      <ul className="mb-5 font-semibold">
        {laterSentences(priced, '').map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <RadioGroup
        name="later_payment_type"
        label={m.contract_later_how()}
        choices={choices.map((choice) => ({ ...choice, checked: choice.value === type }))}
        input={{
          onChange: ({ target }) =>
            change((known) => chooseLaterType(known, target.value as WizardPaymentType)),
        }}
      />
      {type !== 'paymentTypeNone' && (
        <div className="mt-5 grid gap-4">
          <PaymentPanel key={type} entry={entry} type={type} />
          <p className="text-ink-soft">{m.contract_later_saved()}</p>
        </div>
      )}
    </Card>
  );
}
