import { fillPath } from '#kit/endpoint/endpoint-path.ts';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { listPaymentMethods } from '#modules/billing/methods/methods.contract.ts';
import { readServerInfo } from '#modules/catalog/catalog.contract.ts';
import { listOrders } from '#modules/orders/orders.contract.ts';
import { listPrintedContracts } from '#modules/orders/printed/printed-contracts.contract.ts';
import { listUnconfirmedOrders } from '#modules/orders/reading/unconfirmed-orders.contract.ts';
import { listWaiting } from '#modules/seats/seats.contract.ts';
import { listAddresses, listStudents } from '#modules/students/students.contract.ts';

/** What a page asks for first, by its address; only what anybody with a login may read. */
const FIRST_READS: Readonly<Record<string, readonly EndpointDefinition[]>> = {
  '/dashboard/orders': [listOrders, listUnconfirmedOrders, listWaiting, listPrintedContracts],
  '/dashboard/students': [listStudents],
  '/dashboard/addresses': [listAddresses],
  '/dashboard/payment-methods': [listPaymentMethods],
};

/** The paths of the calls that the document of a page makes beside options and user, below /api. */
export function callsOf(path: string): string[] {
  return [...(FIRST_READS[path] ?? []), readServerInfo].map((read) => fillPath(read.path));
}
