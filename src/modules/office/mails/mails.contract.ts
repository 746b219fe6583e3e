import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { listEndpoint } from '#kit/list/list-endpoint.ts';
import { MAIL_FAULTS } from '#kit/mail-faults.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';

/** Given-up mails come first: they want a person. */
export const MAIL_SHOWS = ['given_up', 'waiting'] as const;
export type MailShow = (typeof MAIL_SHOWS)[number];

const mailRowShape = z.object({
  id: idShape,
  created_at: instantShape,
  /** `orders.order_confirmed` */
  kind: z.string(),
  user_id: idShape.nullable(),
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
  summary: 'A page of the emails that were given up, or that wait, newest first (MO4)',
  path: '/admin/mails',
  right: 'audit',
  isOfPeople: false,
  row: mailRowShape,
  sorts: { newest: { keys: ['number'] } },
  filters: { show: z.enum(MAIL_SHOWS).default('given_up') },
  more: {
    /** the mail server refuses every email: what it refuses */
    refused: z.enum(MAIL_FAULTS).nullable(),
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
