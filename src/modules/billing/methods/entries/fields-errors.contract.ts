import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { ENTRY_KINDS } from './entry.states.ts';

/** Any text other than a word of the processor becomes `other`. */
const wordShape = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,59}$/)
  .catch('other');

/** What the processor draws in a page: the fields of each kind, and the buttons of the browser's wallets. */
const DRAWN_KINDS = [...ENTRY_KINDS, 'wallet'] as const;

const fieldsErrorShape = z.object({
  kind: z.enum(DRAWN_KINDS),
  type: wordShape,
  code: wordShape,
});
export type FieldsError = z.output<typeof fieldsErrorShape>;

export const reportFieldsError = endpoint({
  name: 'reportFieldsError',
  summary: "Tell that the processor's fields have failed in this browser, by the processor's code alone",
  method: 'POST',
  path: '/accounting/payment-methods/fields-error',
  guard: 'account',
  body: fieldsErrorShape,
  item: z.object({ kind: z.enum(DRAWN_KINDS) }),
  refusals: [accountRefusals.too_many_attempts],
});
