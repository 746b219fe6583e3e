import { z } from 'zod';
import { centsShape, dayShape, idShape } from '#kit/endpoint/wire.ts';
import { listEndpoint } from '#kit/list/list-endpoint.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { payoutShape } from './payouts.contract.ts';
import { MOVEMENT_KINDS } from './processor-books.states.ts';

const payoutLineShape = z.object({
  /** of the processor */
  id: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  made_on: dayShape,
  /** null for a line about no charge of this portal: fees, reserves, charges of others */
  payment: z.object({ id: idShape, order_id: idShape, payment_number: z.number().int() }).nullable(),
  parent: z.object({ id: idShape, first_name: z.string(), last_name: z.string() }).nullable(),
  amount_cents: centsShape,
  /** kept by the processor; negative for a fee returned */
  fee_cents: centsShape,
  /** the part of the payout: the amount less the fee */
  net_cents: centsShape,
});
export type PayoutLine = z.output<typeof payoutLineShape>;

export const listPayoutLines = listEndpoint({
  name: 'listPayoutLines',
  summary: 'A page of the lines of a payout, newest first, with the order and the family of each (MS13)',
  path: '/admin/payout-lines',
  right: 'money',
  isOfPeople: true,
  row: payoutLineShape,
  sorts: { newest: { keys: ['text', 'text'] } },
  filters: { payout: z.string().min(1).max(100) },
  more: { payout: payoutShape },
  refusals: [billingRefusals.payout_not_found],
});
