import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, centsShape, dayShape, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { acceptanceShape } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';

export const signedContractShape = z.object({
  order_id: idShape,
  contract_number: z.string().nullable(),
  /** MP1 */
  later: z.array(
    z.object({
      pay_on: dayShape,
      total_cents: centsShape,
      surcharge_cents: centsShape,
      method: z.string().nullable(),
    }),
  ),
  /** O4 */
  texts: z.array(
    z.object({
      kind: acceptanceShape.shape.kind,
      html: z.string(),
      /** false: the text was in force at signing, and the client named none (H10) */
      is_named: z.boolean(),
      /** the staff member who placed the order; in that case the family accepted nothing at signing */
      placed_by: z.string().nullable(),
      accepted_at: instantShape,
      text_hash: z.string(),
      family_accepted_at: instantShape.nullable(),
    }),
  ),
});
export type SignedContract = z.output<typeof signedContractShape>;

export const readSignedContract = endpoint({
  name: 'readSignedContract',
  summary: 'The texts that an order of the family has signed (W15)',
  method: 'GET',
  path: '/order/:id/contract',
  guard: 'account',
  params: byId,
  item: signedContractShape,
  refusals: [orderRefusals.order_not_found],
});
