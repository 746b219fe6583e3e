import { useLocation } from 'react-router';

type OfPayment = { order_id: number; payment_id: number };

/** The page of a payment in the office, with menu and way back. */
export const officePaymentPath = ({ order_id, payment_id }: OfPayment) =>
  `/admin/orders/${order_id}/payments/${payment_id}`;

/** The addresses of an order, of the office or of the family, as the page that is open. */
export function useOrderPaths() {
  const { pathname } = useLocation();
  const isOffice = pathname.startsWith('/admin');
  return {
    orderPath: (order_id: number | string | undefined) =>
      `${isOffice ? '/admin' : '/dashboard'}/orders/${order_id}`,
    paymentPath: ({ order_id, payment_id }: OfPayment) =>
      isOffice
        ? officePaymentPath({ order_id, payment_id })
        : `/dashboard/orders/${order_id}/payments/${payment_id}/edit`,
  };
}
