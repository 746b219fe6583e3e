import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import { chargePayment, type StaffPayment } from '#modules/billing/staff-edits/payment-edit.contract.ts';
import { PAYMENT_STATE_TEXTS } from '#modules/billing/payment-state-texts.ts';
import { ApiError, sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { dollarText } from '#app/orders/order-texts.ts';
import { Button } from '#app/ui/button.tsx';
import { Card, Facts } from '#app/ui/card.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';

type Props = { payment: StaffPayment; onChange: (now: StaffPayment) => void };

const methodName = (method: StaffPayment['method']) =>
  method ? `${method.brand} ${method.ident}` : m.contract_edit_payment_no_method();

const failureFact = ({ on, reason, total_cents }: NonNullable<StaffPayment['last_failure']>) => ({
  label: m.contract_edit_payment_last(),
  value:
    total_cents === null
      ? m.contract_edit_payment_last_text({ day: formatDate(on), reason })
      : m.contract_edit_payment_last_sum({
          day: formatDate(on),
          total: formatMoney(cents(total_cents)),
          reason,
        }),
});

const nextFact = (date: PlainDate) => ({
  label: m.contract_edit_payment_next(),
  value: <DateText date={date} withWeekday />,
});

function methodFact(payment: StaffPayment) {
  const { method, charge_cents: charge } = payment;
  const total = charge === null ? '' : formatMoney(cents(charge));
  const hasFee = total !== '' && total !== dollarText(payment.amount);
  return {
    label: m.contract_edit_payment_method(),
    value:
      method && hasFee
        ? m.contract_edit_payment_with_fee({ method: methodName(method), total })
        : methodName(method),
  };
}

function StatusFacts({ payment }: { payment: StaffPayment }) {
  const { status, last_failure: failure, next_try_on } = payment;
  const isOwed = payment.may_change === 'everything';
  return (
    <Facts
      facts={[
        {
          label: m.contract_edit_payment_state(),
          value: <b className={failure ? 'text-red' : undefined}>{PAYMENT_STATE_TEXTS[status]()}</b>,
        },
        {
          label: m.contract_edit_payment_amount_due(),
          value: <span className="figures">{dollarText(payment.amount)}</span>,
        },
        { label: m.contract_edit_payment_due(), value: <DateText date={payment.pay_on} withWeekday /> },
        ...(failure ? [failureFact(failure)] : []),
        ...(next_try_on ? [nextFact(next_try_on)] : []),
        ...(isOwed ? [methodFact(payment)] : []),
      ]}
    />
  );
}

function useCharge({ payment, onChange }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const say = useToast();
  async function charge(): Promise<void> {
    setBusy(true);
    setErrors([]);
    try {
      const { order_id, id, version, payment_number: n } = payment;
      const now = await callForOne(chargePayment, {
        params: { order_id, payment_id: id },
        body: { version },
      });
      onChange(now);
      say(now.status === 'processing' ? m.contract_charged_bank({ n }) : m.contract_charged({ n }));
    } catch (error) {
      setErrors(sentencesOf(error));
      const [now] = error instanceof ApiError ? ((error.data.items ?? []) as StaffPayment[]) : [];
      if (now) onChange(now);
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, errors, charge };
}

type ChargeDialogProps = {
  payment: StaffPayment;
  isOpen: boolean;
  onClose: () => void;
  onCharge: () => void;
};

function ChargeDialog({ payment, isOpen, onClose, onCharge }: ChargeDialogProps) {
  const { charge_now: now } = payment;
  const total = formatMoney(cents(now?.charge_cents ?? 0));
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={m.contract_charge_title({ total })}
      description={m.contract_charge_text({ method: methodName(now?.method ?? null) })}
      actions={
        <>
          <Button
            onClick={() => {
              onClose();
              onCharge();
            }}
          >
            {m.contract_charge_confirm({ total })}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.contract_staff_cancel()}
          </Button>
        </>
      }
    />
  );
}

/** The state of a payment, and the button to charge a due payment now (M7). */
export function PaymentStatus({ payment, onChange }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, errors, charge } = useCharge({ payment, onChange });
  return (
    <Card title={m.contract_edit_payment_stands()}>
      <StatusFacts payment={payment} />
      {payment.is_due && (
        <div className="mt-4">
          <Button
            look="secondary"
            icon="card"
            busy={isBusy}
            disabledReason={payment.charge_refused ?? undefined}
            onClick={() => setAsking(true)}
          >
            {m.contract_charge_now()}
          </Button>
        </div>
      )}
      <ErrorNotice text={errors.join(' ')} className="mt-4" />
      <ChargeDialog
        payment={payment}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onCharge={() => void charge()}
      />
    </Card>
  );
}
