import type { UseQueryResult } from '@tanstack/react-query';
import { useItems } from '#app/api/use-items.ts';
import { listChargesToCome, type ChargeToCome } from '#modules/billing/pay-now/pay-now.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { nextPaymentOf } from './order-summary.ts';

/** The plan of the collection for each unpaid payment; without a call where nothing is unpaid. */
export function useChargesToCome(order: Order): UseQueryResult<readonly ChargeToCome[]> {
  return useItems(
    listChargesToCome,
    { params: { order_id: order.id } },
    { enabled: nextPaymentOf(order) !== undefined },
  );
}
