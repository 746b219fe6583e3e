import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { listRequests, type RequestRow } from '#modules/orders/requests/refund-inbox.contract.ts';
import { requestList } from '#modules/orders/requests/request-list.ts';
import { OfficeList } from '#app/lists/office-list.tsx';
import { FamilyLink, OrderLink, rowLink } from '#app/lists/row-links.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { RequestWindows } from './request-windows.tsx';

export const meta = () => pageTitle(m.office_title_requests());

const cells = {
  order: ({ id, kind, order_id }: RequestRow) =>
    kind === 'reassign' ? (
      <OrderLink id={order_id} />
    ) : (
      <Link to={`/admin/requests/${id}`} data-row className={`${rowLink} font-semibold`}>
        {m.contract_order_id({ id: order_id })}
      </Link>
    ),
  family: ({ parent }: RequestRow) => FamilyLink(parent),
};

/** Refunds that families request, and reassignments that they have approved; below, when they may (R1). */
export default function Requests() {
  return (
    <>
      <OfficeList list={listRequests} view={requestList} path="/admin/requests" cells={cells} />
      <RequestWindows />
    </>
  );
}
