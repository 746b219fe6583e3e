import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { idShape } from '#kit/endpoint/wire.ts';
import { invoiceShape } from '#modules/billing/billing.contract.ts';
import { amendmentPaperShape, scanPaperShape } from './applied-amendment.shapes.ts';
import { orderRefusals } from './orders.refusals.ts';

export const orderDocumentsShape = z.object({
  order_id: idShape,
  /** the PDF of the route, if signed; all paths open below /storage/ for five minutes */
  contract_pdf: z.string().nullable(),
  signed_copy: z.object({ path: z.string(), sha256: z.string().nullable() }),
  scan: scanPaperShape.nullable(),
  amendments: z.array(amendmentPaperShape),
  /** M9 */
  receipts: z.array(invoiceShape.extend({ path: z.string() })),
});

export type OrderDocuments = z.output<typeof orderDocumentsShape>;

export const listOrderDocuments = endpoint({
  name: 'listOrderDocuments',
  summary: 'The papers of an order: the contract and a receipt for each charge, as links of five minutes',
  method: 'GET',
  path: '/order/:id/documents',
  guard: 'account',
  params: z.object({ id: idShape }),
  item: orderDocumentsShape,
  refusals: [orderRefusals.order_not_found],
});
