import { m } from '#i18n/messages.js';
import { resendVerificationOf, type ParentRow } from '#modules/office/people/people.contract.ts';
import { call } from '#app/api/client.ts';
import type { BulkAct } from '#app/lists/bulk/bulk-act.ts';

export const parentActs: readonly BulkAct<ParentRow>[] = [
  {
    key: 'verify',
    right: 'families',
    label: m.list_act_verify,
    about: m.list_act_verify_about,
    leftOut: ({ is_verified }) => (is_verified ? m.server_email_verified() : undefined),
    act: ({ id }) => call(resendVerificationOf, { params: { id } }),
  },
];
