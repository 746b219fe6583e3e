import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';

export const undoEmailChange = endpoint({
  name: 'undoEmailChange',
  turn: 'login',
  summary: 'Take the link mailed to the old address: the old address counts again, every login ends',
  method: 'POST',
  path: '/undo-email-change',
  guard: 'anyone',
  body: z.object({ token: z.string().min(1).max(255) }),
  item: 'none',
  refusals: [accountRefusals.undo_link_dead, accountRefusals.email_in_use, accountRefusals.too_many_attempts],
  secrets: ['token'],
});
