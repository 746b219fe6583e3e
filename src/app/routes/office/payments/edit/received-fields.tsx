import { useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { formatDate, parseUsDate } from '#kit/plain-date.ts';
import type { PaymentBeside, StaffPayment } from '#modules/billing/staff-edits/payment-edit.contract.ts';
import { FormCheckbox, FormDate, FormText } from '#app/forms/fields.tsx';
import { dollarText } from '#app/orders/order-texts.ts';
import { alsoKey, sharesOf, typedMoney, type PaymentFields, type Share } from './payment-form-values.ts';

type Props = { payment: StaffPayment };

export function PayOnField({ payment, label }: Props & { label: string }) {
  const { other_amount, other_day } = payment.earliest;
  const note =
    payment.method?.kind === 'bank'
      ? m.contract_edit_payment_date_note_bank({
          other_day: formatDate(other_day),
          other_amount: formatDate(other_amount),
        })
      : m.contract_edit_payment_date_note();
  return (
    <FormDate
      name="pay_on"
      label={label}
      note={note}
      placeholder="MM/DD/YYYY"
      required
      className="sm:max-w-100"
    />
  );
}

function otherText({ order_id: id, payment_number: n, pay_on, amount, student }: PaymentBeside): string {
  const said = { id, n, day: formatDate(pay_on), amount: dollarText(amount) };
  return student ? m.contract_received_other_student({ ...said, student }) : m.contract_received_other(said);
}

function OtherPayments({ payment: { owed_beside } }: Props) {
  if (owed_beside.length === 0) return null;
  return (
    <fieldset>
      <legend className="font-bold">{m.contract_received_also()}</legend>
      {owed_beside.map((one) => (
        <FormCheckbox key={one.id} name={`also.${alsoKey(one)}`} label={otherText(one)} />
      ))}
    </fieldset>
  );
}

function shareText({ payment, share_cents, rest_cents }: Share, day: string): string {
  const said = { id: payment.order_id, n: payment.payment_number, amount: formatMoney(share_cents) };
  if (share_cents === 0) return m.contract_received_none(said);
  return rest_cents === 0
    ? m.contract_received_whole(said)
    : m.contract_received_part({ ...said, rest: formatMoney(rest_cents), day });
}

/** What came, what it pays, and what becomes of the rest or of more than is due (MC12). */
export function ReceivedFields({ payment }: Props) {
  const fields = useWatch<PaymentFields>() as PaymentFields;
  const { shares, surplus_cents, isRestOfThis } = sharesOf(fields, payment);
  const restOn = parseUsDate(fields.pay_on) ?? payment.pay_on;
  const amount = formatMoney(surplus_cents);
  const isLast = payment.owed_beside.every((one) => fields.also[alsoKey(one)]);
  return (
    <>
      <FormText
        name="amount"
        label={m.contract_received_amount()}
        note={m.contract_received_amount_note()}
        inputMode="decimal"
        required
        className="max-w-60"
      />
      <OtherPayments payment={payment} />
      {isRestOfThis && <PayOnField payment={payment} label={m.contract_received_rest_date()} />}
      <ul
        className="list-disc pl-5"
        aria-live="polite"
        aria-label={m.contract_received_in_words({ amount: typedMoney(fields.amount, payment) })}
      >
        {shares.map((share) => (
          <li key={share.payment.id}>
            {shareText(share, formatDate(share.payment.id === payment.id ? restOn : share.payment.pay_on))}
          </li>
        ))}
        {surplus_cents > 0 && (
          <li key="surplus">
            {isLast ? m.contract_received_surplus_last({ amount }) : m.contract_received_surplus({ amount })}
          </li>
        )}
      </ul>
      {surplus_cents > 0 && (
        <FormText
          name="refund_number"
          label={m.contract_received_refund_number()}
          required
          maxLength={255}
          autoComplete="off"
          className="sm:max-w-100"
        />
      )}
    </>
  );
}
