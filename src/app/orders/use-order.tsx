import { Navigate, useLocation, useParams } from 'react-router';
import { ApiError } from '#app/api/api-error.ts';
import { useItems } from '#app/api/use-items.ts';
import { listOrders } from '#modules/orders/orders.contract.ts';

/** Missing orders and orders of other families lead to the not-found page (contracts.md §2). */
export function useOrder() {
  const { order_id } = useParams();
  const isNumber = /^\d+$/.test(order_id ?? '');
  const query = useItems(listOrders, { params: { id: order_id } }, { enabled: isNumber });
  const isMissing =
    !isNumber ||
    (query.error instanceof ApiError && [404, 422].includes(query.error.status)) ||
    query.data?.length === 0;
  return { query, isMissing };
}

export function ToNotFound() {
  const { pathname } = useLocation();
  return <Navigate to={`/not-found?path=${encodeURIComponent(pathname)}`} replace />;
}
