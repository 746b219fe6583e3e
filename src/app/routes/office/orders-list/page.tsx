import { m } from '#i18n/messages.js';
import { orderList } from '#modules/office/lists/order-list.ts';
import { listOrderRows, type OrderListRow } from '#modules/office/lists/order-list.contract.ts';
import { ContractLink, FamilyLink } from '#app/lists/row-links.tsx';
import { OfficeList } from '#app/lists/office-list.tsx';
import { pageTitle } from '#app/shell/page-title.ts';

export const meta = () => pageTitle(m.list_title_orders());

const cells = {
  contract: ({ id, contract_number }: OrderListRow) => (
    <ContractLink order_id={id} contract_number={contract_number} isRow />
  ),
  family: ({ parent }: OrderListRow) => <FamilyLink {...parent} />,
};

export default function Orders() {
  return <OfficeList list={listOrderRows} view={orderList} path="/admin/orders" cells={cells} />;
}
