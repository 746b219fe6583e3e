import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { paymentList } from '#modules/office/lists/payment-list.ts';
import { listPaymentRows, type PaymentListRow } from '#modules/office/lists/payment-list.contract.ts';
import { ContractLink, FamilyLink } from '#app/lists/row-links.tsx';
import { movePayments, remindOf } from '#app/routes/office/payment-acts.ts';
import { OfficeList } from '#app/lists/office-list.tsx';
import { officePaymentPath } from '#app/orders/use-order-paths.ts';
import { pageTitle } from '#app/shell/page-title.ts';

export const meta = () => pageTitle(m.list_title_payments());

const cells = {
  contract: (row: PaymentListRow) => <ContractLink {...row} isRow />,
  family: ({ parent }: PaymentListRow) => <FamilyLink {...parent} />,
  payment: (row: PaymentListRow) => (
    <Link
      to={officePaymentPath({ order_id: row.order_id, payment_id: row.id })}
      className="underline underline-offset-4"
    >
      {m.list_payment_n_of({ n: row.payment_number, all: row.payments_count })}
    </Link>
  ),
};

const acts = [remindOf<PaymentListRow>((row) => ({ ...row, payment_id: row.id })), movePayments];

export default function Payments() {
  return (
    <OfficeList list={listPaymentRows} view={paymentList} path="/admin/payments" cells={cells} acts={acts} />
  );
}
