import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { ORDER_STATE_TEXTS } from '#modules/office/lists/list-texts.ts';
import { readOfficeOrder, type OfficeOrder } from '#modules/office/orders/office-order.contract.ts';
import type { OrderStatus } from '#modules/orders/order.states.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { lineOf } from '#app/company/company.ts';
import { SchoolTag } from '#app/company/school-tag.tsx';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { RowHead } from '#app/routes/office/frame/row-steps.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import OrderDisputes from '../order-disputes.tsx';
import { StaffAcceptance } from '../staff-acceptance.tsx';
import { AcceptancesPart, AmendmentsPart, ContractPart } from './contract-part.tsx';
import { ContractNotes } from './contract-notes.tsx';
import { MoneyPart } from './money-part.tsx';
import { AwaitedPart, HistoryPart, OrderActs, RequestsPart } from './other-parts.tsx';
import { PapersPart } from './papers-part.tsx';
import { PeoplePart, SeatsPart } from './people-part.tsx';

export const meta = () => pageTitle(m.order_title());

type Props = { page: OfficeOrder };

/** A checkout whose charge is on its way or was refused: nothing of its order can be changed. */
const NEVER_SOLD: readonly OrderStatus[] = ['pending_payment', 'payment_failed'];

/** Contract number, child, school and state, above the sections. */
function OrderHead({ page: { order, status, ended_at, student, amendments } }: Props) {
  const dayText = useCompanyDay();
  const { contract_number, contract_detail } = order.order_detail.contract;
  const applied = amendments.find(({ state }) => state === 'applied');
  return (
    <section aria-label={m.contract_summary_order()} className="mb-4 grid gap-1">
      <p className="text-lg font-bold wrap-anywhere">{shownName(student)}</p>
      <SchoolTag path={contract_detail.program_group.path}>
        <span>{`${contract_detail.program.text} · ${contract_detail.period.text}`}</span>
      </SchoolTag>
      <p>
        <span className="figures">{contract_number ?? m.order_without_number()}</span>
        {applied && <span>{` · ${m.order_text_amendment({ number: applied.number })}`}</span>}
        <b className={status === 'active' ? undefined : 'text-red'}>{` · ${ORDER_STATE_TEXTS[status]()}`}</b>
        {ended_at && <span className="figures">{` · ${dayText(ended_at)}`}</span>}
      </p>
    </section>
  );
}

function OrderPage({ page }: Props) {
  const seesMoney = useRight('money');
  const { order } = page;
  const wasSold = !NEVER_SOLD.includes(page.status);
  return (
    <div data-line={lineOf(order.order_detail.contract.contract_detail.program_group.path)}>
      <PageHead
        title={m.contract_order_id({ id: order.id })}
        actions={wasSold && <OrderActs page={page} />}
      />
      <OrderHead page={page} />
      <div className="grid grid-cols-1 items-start gap-4 break-words">
        <AwaitedPart page={page} />
        <StaffAcceptance order={order} />
        <ContractPart page={page} />
        <AmendmentsPart page={page} />
        <PeoplePart page={page} />
        <SeatsPart page={page} />
        {seesMoney && <MoneyPart page={page} />}
        {seesMoney && page.has_disputes && <OrderDisputes order_id={order.id} />}
        <RequestsPart page={page} />
        {wasSold && <ContractNotes order={order} />}
        {wasSold && <PapersPart page={page} />}
        <AcceptancesPart page={page} />
        <HistoryPart order_id={order.id} />
      </div>
    </div>
  );
}

/** One screen about an order (OF10.5). */
export default function OfficeOrderView() {
  const { order_id = '' } = useParams();
  const query = useItems(readOfficeOrder, { params: { id: order_id } }, { refetchOnWindowFocus: false });
  if (isNotFound(query.error)) return <ToNotFound />;
  return (
    <>
      <RowHead list="/admin/orders" text={m.order_back()} />
      <LoadedPage query={query} title={m.order_title()} loading={m.office_loading()}>
        {([page]) => page && <OrderPage page={page} />}
      </LoadedPage>
    </>
  );
}
