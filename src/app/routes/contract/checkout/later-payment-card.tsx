import { m } from '#i18n/messages.js';
import { formatMoney, sum } from '#kit/money.ts';
import type { Quote, TypeQuote } from '#modules/pricing/quoted-prices.ts';
import { PaymentPanel } from '#app/routes/contract/route/payment-section.tsx';
import type { PaymentEntry } from '#app/routes/contract/route/use-payment-entry.ts';
import type { WizardPaymentType } from '#app/routes/contract/wizard/draft.ts';
import { chooseLaterType } from '#app/routes/contract/wizard/later-payment.ts';
import type { LaterPrice } from '#modules/pricing/price-snapshot.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { Card } from '#app/ui/card.tsx';
import { laterSentences } from './later-sentences.ts';
import { payerText } from './order-summary.tsx';
import { RadioGroup } from '#app/ui/fields/checkbox-field.tsx';

const feeText = (priced: TypeQuote | undefined): string => {
  const fee = sum(priced?.later.map(({ surcharge_cents }) => surcharge_cents) ?? []);
  return fee === 0 ? m.contract_later_no_fee() : m.contract_later_fee({ fee: formatMoney(fee) });
};

/** The outcome of later payments without a choice: the default method pays, or the family is asked. */
function useDefaultNote(): string {
  const wizard = useWizard();
  const { payers, quote } = wizard;
  const [first] = quote && payers ? payers.plannedBy(quote, null) : [];
  const method = first ? payerText(wizard, first.by) : '';
  return method ? m.contract_later_default_note({ method }) : m.contract_later_none_note();
}

type LaterChoice = { value: WizardPaymentType; label: string; textAfter: string };

function useLaterChoices({ by_payment_type }: Quote): LaterChoice[] {
  const { paymentTypeAch, paymentTypeCreditCard } = by_payment_type;
  return [
    { value: 'paymentTypeNone', label: m.contract_later_none(), textAfter: useDefaultNote() },
    { value: 'paymentTypeAch', label: m.contract_later_bank(), textAfter: feeText(paymentTypeAch) },
    {
      value: 'paymentTypeCreditCard',
      label: m.contract_tab_card(),
      textAfter: feeText(paymentTypeCreditCard),
    },
  ];
}

type LaterPaymentCardProps = {
  entry: PaymentEntry;
  quote: Quote;
  planned: readonly LaterPrice[];
};

/** For an order without an amount due today: the due dates, and an optional method for them (MB11). */
export function LaterPaymentCard({ entry, quote, planned }: LaterPaymentCardProps) {
  const wizard = useWizard();
  const { draft, change } = wizard;
  const type = draft.program.later_payment_type;
  const choices = useLaterChoices(quote);
  return (
    <Card title={m.contract_later_title()} aria-label={m.contract_later_title()}>
      <p>{m.contract_later_nothing_today()}</p>
      <ul className="mb-5 font-semibold">
        {laterSentences(planned, (by) => payerText(wizard, by)).map((sentence) => (
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
