import { m } from '#i18n/messages.js';
import { useItems } from '#app/api/use-items.ts';
import { cents, formatMoney } from '#kit/money.ts';
import { listOrders, type Order } from '#modules/orders/orders.contract.ts';
import {
  listUnconfirmedOrders,
  type UnconfirmedOrder,
} from '#modules/orders/reading/unconfirmed-orders.contract.ts';
import { listWaiting, type Waiting } from '#modules/seats/seats.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { isAidAwaited } from '#app/orders/aid-texts.ts';
import { shownOrders } from '#app/orders/family-orders.ts';
import { dollarText, paidStateOf, paidStateText, studentName } from '#app/orders/order-texts.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { PaymentTrouble } from '#app/orders/payment-trouble.tsx';
import { ToAccept } from '#app/orders/to-accept.tsx';
import { Offers, useOffersToShow } from './offers.tsx';
import { PrintedContracts } from './printed-contracts.tsx';
import { listStatements } from '#modules/reports/statement/statement.contract.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { WaitingListPlace } from '#app/orders/waiting-list-place.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/card.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import { methodName } from '#app/payments/saved-methods.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { SchoolTag } from '#app/company/school-tag.tsx';
import { PaymentLink } from '#app/payments/payment-link.tsx';
import { shownName } from '#kit/text/full-name.ts';

export const meta = () => pageTitle(m.shell_title_orders());

function NextPayment({ order }: { order: Order }) {
  const paid = paidStateOf(order);
  // The green mark is for a standing order, not for a canceled or refunded order.
  if (paid.is === 'inactive' || paid.is === 'refunded')
    return <span className="text-ink-soft">{paidStateText(paid)}</span>;
  if (paid.is === 'paid') {
    return (
      <span className="inline-flex items-center gap-1.5 font-semibold text-green">
        <Icon name="tick" />
        <span>{m.contract_fully_paid()}</span>
      </span>
    );
  }
  return order.next_payment_on ? (
    <DateText date={order.next_payment_on} withWeekday />
  ) : (
    <span>{m.contract_not_available()}</span>
  );
}

function OrderFacts({ order }: { order: Order }) {
  const dayText = useCompanyDay();
  const { contract, product } = order.order_detail;
  const { _order_total: total } = order;
  return (
    <Facts
      facts={[
        {
          label: m.contract_contract_number(),
          value: (
            <span className="figures">
              {contract.contract_number
                ? m.contract_contract_id({ number: contract.contract_number })
                : m.contract_not_available()}
            </span>
          ),
        },
        { label: m.contract_ordered_item(), value: product.name },
        { label: m.contract_summary_student(), value: studentName(order) },
        {
          label: m.contract_order_total(),
          value: <span className="figures">{dollarText(total)}</span>,
        },
        ...(isAidAwaited(order)
          ? [{ label: m.contract_section_aid(), value: m.contract_aid_awaited() }]
          : [{ label: m.contract_next_payment(), value: <NextPayment order={order} /> }]),
        {
          label: m.contract_order_date(),
          value: <span className="figures">{dayText(order.created_at)}</span>,
        },
      ]}
    />
  );
}

function OrderLinks({ order, heading }: { order: Order; heading: string }) {
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <LinkButton to={`/dashboard/orders/${order.id}`} aria-describedby={heading}>
        {m.contract_view_order()}
      </LinkButton>
      {order.order_detail.contract.contract_number && (
        <LinkButton look="secondary" to={`/dashboard/orders/${order.id}/receipt`} aria-describedby={heading}>
          {m.contract_view_receipt()}
        </LinkButton>
      )}
    </div>
  );
}

function OrderCard({ order }: { order: Order }) {
  const { contract } = order.order_detail;
  const { program_group: group, program, period, route } = contract.contract_detail;
  const heading = `order-${order.id}`;
  const isAwaited = isAidAwaited(order);
  return (
    <article aria-labelledby={heading} className="rounded-md border border-hair bg-card p-5">
      <SchoolTag path={group.path}>
        <span>{`${program.text} · ${route.name} · ${period.text}`}</span>
      </SchoolTag>
      <div className="mt-2 mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={heading} className="text-lg font-bold">
          {m.contract_order_id({ id: order.id })}
        </h2>
        {isAwaited && <b>{m.contract_aid_order_waits()}</b>}
        {!order.is_active && !isAwaited && <b className="text-red">{m.contract_inactive()}</b>}
      </div>
      <ToAccept order={order} className="mb-4" />
      <OrderFacts order={order} />
      <OrderLinks order={order} heading={heading} />
    </article>
  );
}

function WaitingLists({ data }: { data: readonly Waiting[] }) {
  if (data.length === 0) return null;
  return (
    <section aria-label={m.contract_waiting_title()} className="mb-6 grid gap-3">
      {data.map((waiting) => (
        <WaitingListPlace key={`${waiting.route_id}-${waiting.student_id}`} waiting={waiting} offerLink />
      ))}
    </section>
  );
}

const LOOK_AGAIN_MS = 10_000;

/** Interrupted checkouts without a known outcome, read again while an outcome is pending. */
function useUnconfirmed() {
  const { data = [], isPending } = useItems(
    listUnconfirmedOrders,
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.some((order) => order.state === 'pending') ? LOOK_AGAIN_MS : false,
    },
  );
  return {
    unconfirmed: data,
    isComing: isPending,
    isAnyPending: data.some(({ state }) => state === 'pending'),
  };
}

function UnconfirmedNotice({ order }: { order: UnconfirmedOrder }) {
  const { state, student, route, program_group, amount_cents, method } = order;
  const total = formatMoney(cents(amount_cents));
  const what = { student: shownName(student), route };
  const isPending = state === 'pending';
  return (
    <Notice
      tone={isPending ? 'warning' : 'info'}
      title={isPending ? m.contract_unconfirmed_pending() : m.contract_unconfirmed_not_charged()}
    >
      <p>{m.contract_unconfirmed_what({ ...what, total, method: methodName(method) })}</p>
      <p>{isPending ? m.contract_unconfirmed_wait() : m.contract_unconfirmed_again()}</p>
      {!isPending && (
        <PaymentLink
          look="secondary"
          size="small"
          className="mt-3"
          to={`/contract?school=${encodeURIComponent(program_group.path)}`}
        >
          {m.contract_unconfirmed_start()}
        </PaymentLink>
      )}
    </Notice>
  );
}

function Unconfirmed({ orders }: { orders: readonly UnconfirmedOrder[] }) {
  if (orders.length === 0) return null;
  return (
    <section aria-label={m.contract_unconfirmed_title()} className="mb-6 grid gap-3">
      {orders.map((order) => (
        <UnconfirmedNotice key={order.order_id} order={order} />
      ))}
    </section>
  );
}

function OrderList({ orders, isAnyPending }: { orders: readonly Order[]; isAnyPending: boolean }) {
  if (orders.length === 0)
    return (
      <EmptyState
        title={m.contract_orders_empty()}
        // A family waiting for an outcome gets no link to another contract.
        action={!isAnyPending && <LinkButton to="/">{m.dashboard_start_contract()}</LinkButton>}
      >
        {m.contract_orders_empty_note()}
      </EmptyState>
    );
  return (
    <div className="grid gap-4">
      {/* Above the cards: the order of a failed payment may be an old one (MP8). */}
      {orders.map((order) => (
        <PaymentTrouble key={order.id} order={order} isOfMany />
      ))}
      {orders.map((order) => (
        <OrderCard key={order.id} order={order} />
      ))}
    </div>
  );
}

/** The years with payments, below the orders; the last one is named in the months of taxes (RP4.1, RP4.4). */
function StatementYears() {
  const { data: years = [] } = useItems(listStatements, {});
  if (years.length === 0) return null;
  const named = years.find(({ is_named }) => is_named);
  return (
    <section aria-labelledby="statements" className="mt-10">
      <h2 id="statements" className="mb-2 text-lg font-bold">
        {m.statement_heading()}
      </h2>
      {named && <Notice className="mb-3">{m.statement_ready({ year: named.year })}</Notice>}
      <p className="mb-3 text-ink-soft">{m.statement_text()}</p>
      <div className="flex flex-wrap gap-3">
        {years.map(({ year }) => (
          <LinkButton key={year} look="secondary" to={`/dashboard/statements/${year}`}>
            {m.statement_title({ year })}
          </LinkButton>
        ))}
      </div>
    </section>
  );
}

/** The family's orders as cards, newest first (contracts.md §2). */
export default function Orders() {
  const { unconfirmed, isComing, isAnyPending } = useUnconfirmed();
  const waiting = useItems(listWaiting, {});
  const { offers, isComing: areOffersComing } = useOffersToShow();
  const query = useItems(
    listOrders,
    { params: {} },
    { refetchInterval: isAnyPending ? LOOK_AGAIN_MS : false },
  );
  return (
    <>
      <PageHead title={m.contract_orders_title()} />
      <Unconfirmed orders={unconfirmed} />
      <Offers offers={offers} />
      <WaitingLists data={waiting.data ?? []} />
      <Loaded query={query} loading={m.contract_loading_orders()}>
        {(answered) => {
          // Sections above the orders load first, because they would push the orders down.
          if (isComing || areOffersComing || waiting.isPending)
            return <Skeleton label={m.contract_loading_orders()} lines={6} />;
          return <OrderList orders={shownOrders(answered)} isAnyPending={isAnyPending} />;
        }}
      </Loaded>
      <PrintedContracts />
      <StatementYears />
    </>
  );
}
