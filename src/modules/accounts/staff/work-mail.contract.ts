import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';

/** Who may own entries of the worklist. */
const ofOwners = {
  guard: { right: 'families_write' },
  item: z.object({ is_on: z.boolean() }),
  impersonation: 'refused',
  path: '/admin/work-mail',
} as const;

export const readWorkMail = endpoint({
  ...ofOwners,
  name: 'readWorkMail',
  summary: 'Whether the caller gets an email at 7:00 about own entries of the worklist that are red (OF9.5)',
  method: 'GET',
  refusals: [accountRefusals.refused_while_impersonating],
});

export const setWorkMail = endpoint({
  ...ofOwners,
  name: 'setWorkMail',
  summary: 'Switch the daily email about own red entries on or off (OF9.5)',
  method: 'PUT',
  audits: ['staff.work_mail'],
  body: z.object({ is_on: z.boolean() }),
  refusals: [accountRefusals.refused_while_impersonating],
});
