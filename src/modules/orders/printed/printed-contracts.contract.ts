import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, centsShape, dayShape, idShape } from '#kit/endpoint/wire.ts';
import { personShape, placingRefusals, quoteRequestShape } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';

/** MB13 */
export const PRINTED_CONTRACT_DAYS = 60;

/** Signed on paper and mailed with a check; no order, and no seat. */
export const printedContractShape = z.object({
  id: idShape,
  /** the office finds the draft by this code: `7KQ4-M2XD-9RTV` */
  code: z.string(),
  student: personShape,
  program_group: z.object({ text: z.string(), path: z.string() }),
  program: z.string(),
  route: z.string(),
  /** the amount of the check with the contract, at the prices of `priced_on` */
  due_cents: centsShape,
  priced_on: dayShape,
  expires_on: dayShape,
  /** the PDF; opens below /storage/ for five minutes */
  path: z.string(),
});
export type PrintedContract = z.output<typeof printedContractShape>;

const place = { path: '/printed-contract', guard: 'account', item: printedContractShape } as const;

export const printContract = endpoint({
  ...place,
  name: 'printContract',
  summary: 'Fill in a contract to be signed on paper and paid by check; the same selection keeps its code',
  method: 'POST',
  body: quoteRequestShape,
  refusals: [
    ...placingRefusals,
    orderRefusals.checks_not_taken,
    orderRefusals.order_exists,
    orderRefusals.route_full,
  ],
});

export const listPrintedContracts = endpoint({
  ...place,
  name: 'listPrintedContracts',
  summary: 'The contracts that the family has printed and that are still kept, newest first',
  method: 'GET',
  refusals: [],
});

export const deletePrintedContract = endpoint({
  ...place,
  name: 'deletePrintedContract',
  proof: 'of_staff',
  summary: 'Delete a printed contract: the office finds nothing by its code any more',
  method: 'DELETE',
  path: '/printed-contract/:id',
  params: byId,
  item: 'none',
  refusals: [orderRefusals.printed_contract_not_found],
});
