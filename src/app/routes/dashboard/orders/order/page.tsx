import { m } from '#i18n/messages.js';
import { useRight } from '#app/auth/use-auth.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { latePart, MissingPart, useLatePart } from '#app/shell/late-part.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { lineOf } from '#app/company/company.ts';
import { useOrder, ToNotFound } from '#app/orders/use-order.tsx';
import { Adjustments, Invoices, Surcharges, Transactions } from './order-transactions.tsx';
import { AidSection, ContractSection, OrderSection, RouteSection, TermSection } from './order-sections.tsx';
import { OrderHead } from './order-head.tsx';
import { OrderRequests } from './order-requests.tsx';
import { Payments } from './payments-section.tsx';

// Families do not download sections for staff.
const staffParts = latePart(async () => {
  const [disputes, refunds] = await Promise.all([
    import('#app/routes/office/orders/order-disputes.tsx'),
    import('#app/routes/office/orders/order-refunds.tsx'),
  ]);
  return {
    OrderDisputes: disputes.default,
    DisputeMark: disputes.DisputeMark,
    OrderRefunds: refunds.default,
  };
});
type StaffParts = NonNullable<typeof staffParts.here>;

type SectionsProps = { order: Order; parts: StaffParts };

function StaffSections({ order, parts }: SectionsProps) {
  const { OrderDisputes, OrderRefunds } = parts;
  return (
    <>
      <OrderDisputes order_id={order.id} />
      <OrderRefunds order={order} />
    </>
  );
}

export const meta = () => pageTitle(m.shell_title_view_order());

function OrderDetail({ order }: { order: Order }) {
  const seesMoney = useRight('money');
  const isStaff = useRight('families');
  const staff = useLatePart(staffParts, seesMoney);
  return (
    <div data-line={lineOf(order.order_detail.contract.contract_detail.program_group.path)}>
      <PageHead
        title={m.contract_order_id({ id: order.id })}
        actions={
          isStaff && <LinkButton to={`/admin/orders/${order.id}`}>{m.contract_open_in_office()}</LinkButton>
        }
      />
      <OrderHead order={order} />
      <div className="grid gap-4">
        <OrderSection order={order} />
        <ContractSection order={order} />
        <TermSection order={order} />
        <RouteSection order={order} />
        <AidSection order={order} />
        <Transactions order={order} />
        <Surcharges order={order} />
        <Payments order={order} DisputeMark={staff.here?.DisputeMark} />
        <Adjustments order={order} />
        <Invoices order={order} />
        {seesMoney && staff.here && <StaffSections order={order} parts={staff.here} />}
        {seesMoney && staff.failure && <MissingPart failure={staff.failure} load={staff.load} />}
        {!isStaff && <OrderRequests order={order} />}
      </div>
    </div>
  );
}

/** One order: the head for the parent, then the ten sections (contracts.md §2). */
export default function OrderView() {
  const { query, isMissing } = useOrder();
  if (isMissing) return <ToNotFound />;
  return (
    <LoadedPage query={query} title={m.shell_title_view_order()} loading={m.contract_loading_orders()}>
      {([order]) => order && <OrderDetail order={order} />}
    </LoadedPage>
  );
}
