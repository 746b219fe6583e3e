import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import type { Payment } from '#modules/billing/billing.contract.ts';
import { listChargesToCome } from '#modules/billing/pay-now/pay-now.contract.ts';
import { readServerInfo } from '#modules/catalog/catalog.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded, LoadedPage } from '#app/api/loaded.tsx';
import { useAuth } from '#app/auth/use-auth.ts';
import { lineOf } from '#app/company/company.ts';
import { dollarText, paymentName, studentName } from '#app/orders/order-texts.ts';
import { ToNotFound, useOrder } from '#app/orders/use-order.tsx';
import { mayLoadProcessor } from '#app/payments/payment-link.tsx';
import { useOwnDocument } from '#app/shell/own-document.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Card, Facts } from '#app/ui/card.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { PayForm } from './pay-form.tsx';
import { NotYours, WhyNothing } from './settled.tsx';
import { usePay } from './use-pay.ts';
import type { Choice } from './first-choice.ts';
import type { Elements } from '#app/ui/elements.ts';

export const meta = () => pageTitle(m.shell_title_pay_now());

const LOOK_AGAIN_MS = 5_000;

function useLookAgain(isOn: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = window.setInterval(() => void queries.invalidateQueries(), LOOK_AGAIN_MS);
    return () => window.clearInterval(timer);
  }, [isOn, queries]);
}

function Owed({ order, payment }: { order: Order; payment: Payment }) {
  const { program_group, program } = order.order_detail.contract.contract_detail;
  return (
    <Card>
      <p className="figures text-3xl font-extrabold">{dollarText(payment.amount)}</p>
      <Facts
        className="mt-3"
        facts={[
          { label: m.contract_pay_for(), value: studentName(order) },
          { label: m.contract_school_program(), value: `${program_group.text} · ${program.text}` },
          { label: m.contract_pay_due(), value: <DateText date={payment.pay_on} withWeekday /> },
        ]}
      />
    </Card>
  );
}

type PayProps = { order: Order; payment: Payment };

function Pay({ order, payment }: PayProps) {
  const place = { order_id: order.id, payment_id: payment.id };
  const [choice, setChoice] = useState<Choice>();
  const { pay, isBusy, problem, paid, bankWindow } = usePay(place, setChoice);
  const isOwed = order.is_active && payment.paid_at === null;
  const charges = useItems(listChargesToCome, { params: { order_id: order.id } }, { enabled: isOwed });
  const info = useItems(readServerInfo, {});
  const charge = charges.data?.find(({ payment_id }) => payment_id === payment.id);
  useLookAgain(payment.status === 'in_flight' && !charge && !isBusy);
  if (!isOwed || (charges.data && !charge)) return <WhyNothing order={order} payment={payment} paid={paid} />;
  return (
    <>
      {bankWindow satisfies Elements}
      <Loaded query={charges} loading={m.contract_pay_loading()}>
        {() => (
          <Loaded query={info} loading={m.contract_pay_loading()}>
            {([now]) => (
              <PayForm
                order={order}
                payment={payment}
                charge={charge!}
                info={now!}
                pressed={{ busy: isBusy, problem }}
                pay={pay}
                choice={choice}
                choose={setChoice}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

function PaymentOf({ order }: { order: Order }) {
  const { payment_id } = useParams();
  const { user } = useAuth();
  const payment = order.payments.find(({ id }) => String(id) === payment_id);
  if (!payment) return <ToNotFound />;
  const { program_group, student } = order.order_detail.contract.contract_detail;
  return (
    <div data-line={lineOf(program_group.path)}>
      <PageHead title={m.contract_pay_title({ name: paymentName(payment) })} />
      <div className="grid max-w-form gap-6">
        <Owed order={order} payment={payment} />
        {student.parent.id === user?.id ? (
          <Pay order={order} payment={payment} />
        ) : (
          <NotYours order={order} />
        )}
      </div>
    </div>
  );
}

/** The page to pay one payment, with a saved or a new method (S22). */
export default function PayPage() {
  const isOwn = useOwnDocument(mayLoadProcessor);
  const { query, isMissing } = useOrder();
  if (isMissing) return <ToNotFound />;
  if (!isOwn) return <Spinner label={m.contract_pay_loading()} className="min-h-96" />;
  return (
    <LoadedPage query={query} title={m.shell_title_pay_now()} loading={m.contract_pay_loading()}>
      {([order]) => order && <PaymentOf order={order} />}
    </LoadedPage>
  );
}
