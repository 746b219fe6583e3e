import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { safeLocalStorage } from '#app/api/storage.ts';
import { useItems } from '#app/api/use-items.ts';
import { RequireLogin } from '#app/auth/require-login.tsx';
import { formatMoney } from '#kit/money.ts';
import { listChargesToCome } from '#modules/billing/pay-now/pay-now.contract.ts';
import { methodName } from '#app/payments/saved-methods.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { listOrders, type Order } from '#modules/orders/orders.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { isAidAwaited } from '#app/orders/aid-texts.ts';
import { dollarText, studentName } from '#app/orders/order-texts.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { lineOf } from '#app/company/company.ts';
import { PaymentLink } from '#app/payments/payment-link.tsx';
export const meta = () => pageTitle();
export const handle = { needsSession: true };

/** Shown once per order, even on later visits (W16). */
function ThankYou({ order_id }: { order_id: number }) {
  const key = `thanked_${order_id}`;
  const [isOpen, setOpen] = useState(() => safeLocalStorage.getItem(key) === null);
  function close(): void {
    safeLocalStorage.setItem(key, '1');
    setOpen(false);
  }
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title={m.contract_thanks_title()}
      description={m.contract_thanks_text()}
      actions={<Button onClick={close}>{m.contract_thanks_close()}</Button>}
    />
  );
}

function Arrived() {
  return (
    <svg viewBox="0 0 240 64" aria-hidden="true" className="h-16 w-60">
      <path d="M0 32h208" className="stroke-line" strokeWidth="8" strokeLinecap="round" />
      <circle cx="60" cy="32" r="9" className="fill-line" />
      <circle cx="124" cy="32" r="9" className="fill-line" />
      <circle cx="208" cy="32" r="28" className="fill-green" />
      <path
        d="M195 33l9 9 17-19"
        className="stroke-white"
        fill="none"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

function LaterPayments({ order }: { order: Order }) {
  const charges = useItems(listChargesToCome, { params: { order_id: order.id } }).data ?? [];
  if (charges.length === 0) return null;
  return (
    <section aria-labelledby="later" className="rounded-md border border-hair bg-card p-5">
      <h2 id="later" className="mb-2 text-lg font-bold">
        {m.contract_success_later()}
      </h2>
      <ul className="grid gap-2">
        {charges.map(({ payment_id, pay_on, amount_cents, planned }) => (
          <li key={payment_id} className="flex flex-wrap justify-between gap-x-6">
            <span>
              <DateText date={pay_on} withWeekday />
              {planned && <span className="text-ink-soft">{` · ${methodName(planned)}`}</span>}
            </span>
            <span className="text-right">
              <b className="figures">{formatMoney(planned?.total_cents ?? amount_cents)}</b>
              {planned && planned.surcharge_cents > 0 && (
                <span className="block text-sm text-ink-soft">
                  {m.contract_schedule_with_fee({ fee: formatMoney(planned.surcharge_cents) })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const schoolPath = (path: string) => `/contract?school=${encodeURIComponent(path)}`;

function OrderFacts({ order }: { order: Order }) {
  const dayText = useCompanyDay();
  const { contract, product } = order.order_detail;
  const { program, route } = contract.contract_detail;
  const taken = order.transactions
    .filter((line) => line.is_success && !line.is_credit)
    .reduce((total, line) => total + Math.round(line.value * 100), 0);
  return (
    <div className="rounded-md border border-hair bg-card p-5">
      <Facts
        facts={[
          { label: m.contract_order_number(), value: <b className="figures">{order.id}</b> },
          {
            label: m.contract_contract_number(),
            value: <b className="figures">{contract.contract_number ?? m.contract_not_available()}</b>,
          },
          { label: m.contract_ordered_item(), value: product.name },
          { label: m.contract_program(), value: program.text },
          { label: m.contract_route(), value: route.name },
          { label: m.contract_summary_student(), value: studentName(order) },
          {
            label: m.contract_order_date(),
            value: <span className="figures">{dayText(order.created_at)}</span>,
          },
          {
            label: m.contract_receipt_total(),
            value: <span className="figures">{dollarText(taken / 100)}</span>,
          },
        ]}
      />
    </div>
  );
}

function NextLinks({ path }: { path: string }) {
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton to="/dashboard/orders">{m.contract_success_orders()}</LinkButton>
      <PaymentLink look="secondary" to={schoolPath(path)}>
        {m.contract_success_again()}
      </PaymentLink>
      <PaymentLink look="secondary" to={schoolPath(path)}>
        {m.contract_success_sibling()}
      </PaymentLink>
    </div>
  );
}

function Bought({ order_id, contract_number }: { order_id: number; contract_number: string | null }) {
  return (
    <>
      <p className="text-ink-soft">{m.contract_success_sibling_note({ number: contract_number ?? '' })}</p>
      <p className="flex gap-2 text-ink-soft">
        <Icon name="mail" className="mt-0.5" />
        <span>{m.contract_thanks_text()}</span>
      </p>
      <ThankYou order_id={order_id} />
    </>
  );
}

function Success({ order }: { order: Order }) {
  // An order with aid is not active before the office confirms the aid (A6).
  const isAwaited = isAidAwaited(order);
  const { contract } = order.order_detail;
  // After declined aid nothing was bought; the page of the order has the reason.
  if (contract.contract_number === null && !isAwaited)
    return <Navigate replace to={`/dashboard/orders/${order.id}`} />;
  const { program_group: group } = contract.contract_detail;
  return (
    <div data-line={lineOf(group.path)} className="mx-auto grid max-w-form gap-6 px-4 py-10 sm:px-8">
      <div className="grid justify-items-start gap-3">
        <Arrived />
        <h1 className="text-2xl font-extrabold">
          {isAwaited ? m.contract_success_aid_title() : m.contract_success_title()}
        </h1>
        <p className="text-ink-soft">{isAwaited ? m.contract_aid_awaited() : m.contract_success_intro()}</p>
      </div>
      <OrderFacts order={order} />
      <LaterPayments order={order} />
      <NextLinks path={group.path} />
      {!isAwaited && <Bought order_id={order.id} contract_number={contract.contract_number} />}
    </div>
  );
}

function Page() {
  const { order_id } = useParams();
  const query = useItems(listOrders, { params: { id: order_id } });
  return (
    <Loaded query={query} loading={m.contract_loading_orders()}>
      {([order]) => (order ? <Success order={order} /> : null)}
    </Loaded>
  );
}

/** `/order/success/{orderId}`: check mark, numbers, and links (contracts.md §2). */
export default function OrderSuccess() {
  return (
    <RequireLogin>
      <Page />
    </RequireLogin>
  );
}
