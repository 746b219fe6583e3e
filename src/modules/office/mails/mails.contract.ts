import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { choices, days, ids, names } from '#kit/list/filters.ts';
import { listEndpoint } from '#kit/list/list-endpoint.ts';
import { MAIL_FAULTS } from '#kit/mail-faults.ts';
import { personShape } from '#modules/office/lists/order-list.contract.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';

export const MAIL_STATES = ['waiting', 'given_up', 'sent'] as const;
export type MailState = (typeof MAIL_STATES)[number];

export const mailRowShape = z.object({
  id: idShape,
  created_at: instantShape,
  /** `orders.order_confirmed` */
  kind: z.string(),
  state: z.enum(MAIL_STATES),
  /** the family; null for a mail to the office or to nobody whom the portal knows still */
  parent: personShape.nullable(),
  order_id: idShape.nullable(),
  tries: z.number().int(),
  next_try_at: instantShape.nullable(),
  given_up_at: instantShape.nullable(),
  /** what the mail server refuses; null for another failure */
  fault: z.enum(MAIL_FAULTS).nullable(),
  /** codes of the last failure, without words */
  last_error: z.string().nullable(),
  /** false a month after the mail was given up, if it had words that no other row has (MH11) */
  may_send_again: z.boolean(),
});
export type MailRow = z.output<typeof mailRowShape>;

export const listMails = listEndpoint({
  name: 'listMails',
  summary: 'A page of the emails of the portal, newest first (MO4)',
  path: '/admin/mails',
  right: 'audit',
  isOfPeople: true,
  row: mailRowShape,
  sorts: { newest: { keys: ['number'] } },
  /** `kind`: codes, as a row has the code; `family`: ids of accounts */
  filters: { state: choices(MAIL_STATES), kind: names(), day: days(), family: ids() },
  more: {
    /** the mail server refuses every email: what it refuses */
    refused: z.enum(MAIL_FAULTS).nullable(),
    kinds: z.array(z.object({ value: z.string(), label: z.string() })),
  },
});

export const sendMailAgain = endpoint({
  name: 'sendMailAgain',
  summary: 'Send an email again that was given up (MO4)',
  method: 'POST',
  path: '/admin/mails/:id/send-again',
  guard: { right: 'audit' },
  audits: ['mail.send_again'],
  impersonation: 'refused',
  params: byId,
  item: 'none',
  refusals: [officeRefusals.mail_not_given_up],
});
