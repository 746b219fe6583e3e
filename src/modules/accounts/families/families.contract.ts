import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onceRefusals } from '#kit/endpoint/once.refusals.ts';
import { idShape, keyHeaders } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { newFamilyShape } from './families.shapes.ts';

export const inviteFamily = endpoint({
  name: 'inviteFamily',
  summary:
    'Make the account of a family on the telephone: a link of seven days to choose a password is mailed; ' +
    'the e-mail of a known account leads to the account',
  method: 'POST',
  path: '/admin/families',
  guard: { right: 'money_write' },
  audits: ['family.invite'],
  headers: keyHeaders,
  body: newFamilyShape,
  item: z.object({
    user_id: idShape,
    /** until the choice of a password */
    is_waiting: z.boolean(),
  }),
  refusals: [accountRefusals.email_of_staff, accountRefusals.email_in_use, onceRefusals.once_key_reused],
});
