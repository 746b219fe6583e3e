import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';

export const takeDisputePapers = endpoint({
  name: 'takeDisputePapers',
  summary: 'A link to our papers for a dispute, as a ZIP: what the bank of the card is answered with',
  method: 'POST',
  path: '/admin/disputes/:id/papers',
  guard: { right: 'money' },
  audits: ['order.dispute_papers'],
  impersonation: 'refused',
  params: byId,
  item: z.object({ path: z.string() }),
  refusals: [orderRefusals.dispute_papers_missing, accountRefusals.refused_while_impersonating],
});
