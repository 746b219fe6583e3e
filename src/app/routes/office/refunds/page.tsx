import { m } from '#i18n/messages.js';
import { refundList } from '#modules/office/lists/refund-list.ts';
import { listRefundRows, type RefundListRow } from '#modules/office/lists/refund-list.contract.ts';
import { ContractLink, FamilyLink } from '#app/lists/row-links.tsx';
import { OfficeList } from '#app/lists/office-list.tsx';
import { pageTitle } from '#app/shell/page-title.ts';

export const meta = () => pageTitle(m.list_title_refunds());

const cells = {
  contract: (row: RefundListRow) => <ContractLink {...row} isRow />,
  family: ({ parent }: RefundListRow) => <FamilyLink {...parent} />,
};

export default function Refunds() {
  return <OfficeList list={listRefundRows} view={refundList} path="/admin/refunds" cells={cells} />;
}
