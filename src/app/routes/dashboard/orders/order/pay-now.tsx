import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { paymentName } from '#app/orders/order-texts.ts';
import { methodName } from '#app/payments/saved-methods.tsx';
import { usePayerConfirmation } from '#app/payments/payer-confirmation.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { FieldsetField } from '#app/ui/fields/form-field.tsx';
import { OptionCard } from '#app/ui/fields/option-card.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { PaymentLink } from '#app/payments/payment-link.tsx';
import { formatMoney } from '#kit/money.ts';
import type { Payment } from '#modules/billing/billing.contract.ts';
import { payNow, type ChargeToCome } from '#modules/billing/pay-now/pay-now.contract.ts';

type Props = { order_id: number; payment: Payment; charge: ChargeToCome };
type Way = ChargeToCome['ways'][number];

/** Each card and account with what it would be charged, fee included. */
function Ways({
  ways,
  chosen,
  onChoose,
}: {
  ways: readonly Way[];
  chosen: Way;
  onChoose: (way: Way) => void;
}) {
  return (
    <FieldsetField name="pay_now_way" label={m.contract_pay_now_with()}>
      <div className="grid gap-2.5">
        {ways.map((way) => (
          <OptionCard
            key={way.payment_method_id}
            type="radio"
            name="pay_now_way"
            label={methodName(way)}
            textAfter={
              way.surcharge_cents > 0
                ? m.contract_pay_now_fee({ fee: formatMoney(way.surcharge_cents) })
                : m.contract_pay_now_no_fee()
            }
            aside={<span className="figures">{formatMoney(way.total_cents)}</span>}
            checked={way.payment_method_id === chosen.payment_method_id}
            onChange={() => onChoose(way)}
          />
        ))}
      </div>
    </FieldsetField>
  );
}

/** Sends the press once, and says what came of it; the order is read again in any case. */
function usePayNow({ order_id, payment }: Omit<Props, 'charge'>, onDone: () => void) {
  const once = useOnce();
  const queries = useQueryClient();
  const say = useToast();
  const { go, window: bankWindow } = usePayerConfirmation();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const pay = async ({ payment_method_id, total_cents }: Way) => {
    setBusy(true);
    setProblem('');
    const body = { payment_method_id, total_cents };
    const params = { order_id, payment_id: payment.id };
    try {
      const paid = await once(body, (headers) => go(() => callForOne(payNow, { params, headers, body })));
      const total = formatMoney(paid.charged_cents);
      onDone();
      say(paid.is_processing ? m.contract_pay_now_processing({ total }) : m.contract_pay_now_done({ total }));
    } catch (error) {
      setProblem(sentencesOf(error).join(' '));
    }
    setBusy(false);
    await queries.invalidateQueries();
  };
  return { pay, isBusy, problem, bankWindow, forget: () => setProblem('') };
}

/** Pays one payment now, by the card or account that the parent chooses; says the total before (M7). */
export function PayNow({ charge, ...place }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [chosenId, setChosenId] = useState<number>();
  const { pay, isBusy, problem, bankWindow, forget } = usePayNow(place, () => setOpen(false));
  const { ways } = charge;
  const way = ways.find(({ payment_method_id }) => payment_method_id === chosenId) ?? ways[0];
  const name = paymentName(place.payment);
  if (!way)
    return (
      <PaymentLink look="secondary" size="small" className="mt-2" to="/dashboard/payment-methods/create">
        {m.contract_pay_now_add_method()}
      </PaymentLink>
    );
  const open = () => {
    forget();
    setOpen(true);
  };
  return (
    <>
      <Button
        look="secondary"
        size="small"
        className="my-2"
        aria-label={`${m.contract_pay_now()} ${name}`}
        onClick={open}
      >
        {m.contract_pay_now()}
      </Button>
      {bankWindow}
      <Dialog
        open={isOpen}
        onClose={isBusy ? undefined : () => setOpen(false)}
        title={m.contract_pay_now_title({ name, amount: formatMoney(charge.amount_cents) })}
        description={m.contract_pay_now_text()}
        actions={
          <>
            <Button busy={isBusy} onClick={() => void pay(way)}>
              {m.contract_pay_now_confirm({ total: formatMoney(way.total_cents), method: methodName(way) })}
            </Button>
            <Button look="secondary" disabled={isBusy} onClick={() => setOpen(false)}>
              {m.contract_cancel()}
            </Button>
          </>
        }
      >
        {problem && (
          <Notice tone="danger" role="alert" className="mb-4">
            {problem}
          </Notice>
        )}
        <Ways ways={ways} chosen={way} onChoose={({ payment_method_id }) => setChosenId(payment_method_id)} />
      </Dialog>
    </>
  );
}
