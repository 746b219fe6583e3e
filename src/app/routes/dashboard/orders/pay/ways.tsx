import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { cents } from '#kit/money.ts';
import { methodName } from '#app/payments/saved-methods.tsx';
import { FieldsetField } from '#app/ui/fields/form-field.tsx';
import { OptionCard } from '#app/ui/fields/option-card.tsx';
import type { ChargeWays } from '#modules/billing/pay-now/pay-now.contract.ts';
import type { Choice } from './first-choice.ts';

type Way = ChargeWays['ways'][number];

const feeText = ({ surcharge_cents }: Way) =>
  surcharge_cents > 0
    ? m.contract_pay_now_fee({ fee: formatMoney(surcharge_cents) })
    : m.contract_pay_now_no_fee();

const wayText = (way: Way) =>
  [feeText(way), way.wants_payer && m.contract_pay_wants_payer()].filter(Boolean).join(' · ');

function newCardFee({ amount_cents, new_ways: { credit_card, debit_card } }: ChargeWays) {
  if (credit_card <= debit_card) return m.contract_pay_now_no_fee();
  const fee = formatMoney(cents(credit_card - amount_cents));
  return m.contract_pay_new_card_fee({ fee, total: formatMoney(debit_card) });
}

const newCardText = (charge: ChargeWays, hasWallets: boolean) =>
  [newCardFee(charge), hasWallets && m.contract_wallets_where()].filter(Boolean).join(' · ');

const sumOf = (total_cents: ChargeWays['amount_cents']) => (
  <span className="figures">{formatMoney(total_cents)}</span>
);

type WaysProps = {
  charge: ChargeWays;
  open: readonly ('card' | 'bank')[];
  chosen: Choice;
  /** the processor offers the wallets of the browser among its fields (MS12) */
  hasWallets: boolean;
  onChoose: (choice: Choice) => void;
};

export function Ways({ charge, open, chosen, hasWallets, onChoose }: WaysProps) {
  const { ways, new_ways } = charge;
  const option = (value: Choice) => ({
    type: 'radio' as const,
    name: 'pay_with',
    checked: chosen === value,
    onChange: () => onChoose(value),
  });
  return (
    <FieldsetField name="pay_with" label={m.contract_pay_now_with()}>
      <div className="grid gap-2.5">
        {ways.map((way) => (
          <OptionCard
            key={way.payment_method_id}
            {...option(way.payment_method_id)}
            label={methodName(way)}
            textAfter={wayText(way)}
            aside={sumOf(way.total_cents)}
          />
        ))}
        {open.includes('card') && (
          <OptionCard
            {...option('card')}
            label={m.contract_pay_new_card()}
            textAfter={newCardText(charge, hasWallets)}
            aside={sumOf(new_ways.credit_card)}
          />
        )}
        {open.includes('bank') && (
          <OptionCard
            {...option('bank')}
            label={m.contract_pay_new_bank()}
            textAfter={m.contract_pay_now_no_fee()}
            aside={sumOf(new_ways.bank)}
          />
        )}
      </div>
    </FieldsetField>
  );
}
