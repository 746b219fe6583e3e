import { fillPath } from '#kit/endpoint/endpoint-path.ts';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { listPaymentMethods } from '#modules/billing/methods/methods.contract.ts';
import { readServerInfo } from '#modules/catalog/catalog.contract.ts';
import { listOrders } from '#modules/orders/orders.contract.ts';
import { listPrintedContracts } from '#modules/orders/printed/printed-contracts.contract.ts';
import { listUnconfirmedOrders } from '#modules/orders/reading/unconfirmed-orders.contract.ts';
import { listWaiting } from '#modules/seats/seats.contract.ts';
import { listAddresses, listStudents } from '#modules/students/students.contract.ts';

/** The first reads of a page by address; only data readable by any login. */
const FIRST_READS: Readonly<Record<string, readonly EndpointDefinition[]>> = {
  '/dashboard/orders': [listOrders, listUnconfirmedOrders, listWaiting, listPrintedContracts],
  '/dashboard/students': [listStudents, listOrders],
  '/dashboard/addresses': [listAddresses],
  '/dashboard/payment-methods': [listPaymentMethods],
};

export function callsOf(path: string): string[] {
  return [...(FIRST_READS[path] ?? []), readServerInfo].map((read) => fillPath(read.path));
}
