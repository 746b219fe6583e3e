import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onlyWith } from '#kit/endpoint/right.ts';
import { centsShape, dayShape, idShape, instantShape, byId, milliPercentShape } from '#kit/endpoint/wire.ts';
import { days, ids, names, seasons, words, yesNo } from '#kit/list/filters.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';
import { personShape } from '#modules/accounts/accounts.contract.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { AWARD_KINDS } from '#modules/aid/award.states.ts';
import { ORDER_STATUSES } from '#modules/orders/order.states.ts';
import { orderShape } from '#modules/orders/orders.contract.ts';
import { personShape as nameShape } from '#modules/office/lists/order-list.contract.ts';
import { OFFER_STATES } from '#modules/orders/sale-offer.states.ts';
import { waitingShape } from '#modules/seats/seats.contract.ts';
import { addressShape, studentShape } from '#modules/students/students.contract.ts';
import { studentRefusals } from '#modules/students/students.refusals.ts';
import { auditRowShape } from '#modules/office/audit/audit.contract.ts';
import { SIGNED_FIELDS } from './signed-fields.ts';
import { impersonationReasonShape } from './people.shapes.ts';

export const parentRowShape = z.object({
  id: idShape,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  students_count: z.number().int(),
  /** active ones */
  orders_count: z.number().int(),
  /** unpaid rows of active orders, whenever they fall due */
  due_cents: centsShape,
  /** the part of it that was to be paid before today */
  past_due_cents: centsShape,
  next_payment_on: onlyWith('money', dayShape.nullable()),
  is_verified: z.boolean(),
  /** in company time, as the last login */
  created_on: dayShape,
  last_login_on: dayShape.nullable(),
  /** places on waiting lists */
  waiting_count: z.number().int(),
});

export type ParentRow = z.output<typeof parentRowShape>;

export const listParents = listEndpoint({
  name: 'listParents',
  summary:
    'A page of the parents whose name, e-mail, phone, student or contract number ' +
    'has every word of the search',
  path: '/admin/parents',
  right: 'families',
  isOfPeople: true,
  row: parentRowShape,
  sorts: {
    name: { keys: ['text', 'text', 'number'] },
    newest: { keys: ['number'] },
    due: { keys: ['number', 'number', 'number'], right: 'money' },
    last_login: { keys: ['text', 'number'] },
  },
  /**
   * `contract`: in force, of the wanted school year, school and route; `last_4`: end of a card or account,
   * removed ones included
   */
  filters: {
    search: searchText,
    season: seasons(),
    contract: yesNo(),
    school: names(),
    line: ids(),
    verified: yesNo(),
    owes: yesNo({ right: 'money' }),
    past_due: yesNo({ right: 'money' }),
    method: yesNo({ right: 'money' }),
    created: days(),
    last_4: words({ right: 'money' }),
  },
});

export type ParentSort = keyof typeof listParents.sorts;

export const loginRecordShape = z.object({
  began_at: instantShape,
  last_used_at: instantShape.nullable(),
  ended_at: instantShape.nullable(),
  ended_reason: z.string().nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  impersonator: z.string().nullable(),
  reason: z.string().nullable(),
});

export type LoginResponse = z.output<typeof loginRecordShape>;

/** One line of a family's page; no care text is read for it (OF10.2). */
export const familyStudentShape = studentShape
  .pick({ id: true, first_name: true, last_name: true, contract_details_count: true })
  .extend({
    /** of the newest contract in force; null without one */
    line: z.string().nullable(),
    grade: z.string().nullable(),
  });
export type FamilyStudent = z.output<typeof familyStudentShape>;

export const parentShape = personShape.extend({
  created_at: instantShape,
  /** unpaid payments of active orders, whenever they fall due, and the part of days before today */
  due_cents: centsShape,
  past_due_cents: centsShape,
  next_payment_on: onlyWith('money', dayShape.nullable()),
  students: z.array(familyStudentShape),
  orders: z.array(orderShape),
  addresses: z.array(addressShape),
  logins: z.array(loginRecordShape),
  audit: onlyWith('audit', z.array(auditRowShape)),
  /** the last mail about an address that is not verified yet */
  verification_sent_at: instantShape.nullable(),
  /** cards and accounts that the family keeps, the default first */
  methods: onlyWith(
    'money',
    z.array(
      z.object({
        id: idShape,
        brand: z.string(),
        last_4: z.string(),
        exp_month: z.number().int().nullable(),
        exp_year: z.number().int().nullable(),
        is_default: z.boolean(),
        /** when its bank refused a debit for good (M7) */
        returned_at: instantShape.nullable(),
      }),
    ),
  ),
  waiting: z.array(waitingShape),
  /** open or accepted ones */
  offers: z.array(
    z.object({
      id: idShape,
      state: z.enum(OFFER_STATES),
      line: z.string(),
      ends_at: instantShape,
      first_name: z.string(),
      last_name: z.string(),
    }),
  ),
});

export type Parent = z.output<typeof parentShape>;

export const readParent = endpoint({
  name: 'readParent',
  summary:
    'One parent with the names of the students, orders, addresses, logins and what was done; ' +
    'no text of a child is read (OF10.2)',
  method: 'GET',
  path: '/admin/parents/:id',
  guard: { right: 'families' },
  params: byId,
  item: parentShape,
  refusals: [accountRefusals.parent_not_found],
});

const signedFieldShape = z.object({
  field: z.enum(SIGNED_FIELDS),
  signed: z.union([z.string(), z.boolean()]).nullable(),
  on_file: z.union([z.string(), z.boolean()]).nullable(),
});

/** OF10.4 */
export const studentPageShape = studentShape.extend({
  parent: nameShape,
  /** the newest first */
  contracts: z.array(
    z.object({
      order_id: idShape,
      contract_number: z.string().nullable(),
      status: z.enum(ORDER_STATUSES),
      line: z.string(),
      season: z.string(),
      school: z.string(),
      /** since the signature, of a contract in force */
      changed: z.array(signedFieldShape),
      changed_care: onlyWith('care', z.array(signedFieldShape)),
    }),
  ),
  awards: onlyWith(
    'aid',
    z.array(
      z.object({
        id: idShape,
        kind: z.enum(AWARD_KINDS),
        amount_cents: onlyWith('money', centsShape.nullable()),
        milli_percent: milliPercentShape.nullable(),
        season: z.string(),
        school: z.string(),
        expires_on: dayShape.nullable(),
        is_ended: z.boolean(),
      }),
    ),
  ),
  waiting: z.array(waitingShape),
});
export type StudentPage = z.output<typeof studentPageShape>;
export type SignedField = z.output<typeof signedFieldShape>;

export const readStudent = endpoint({
  name: 'readStudent',
  summary:
    'All fields of one student with the family, contracts, aid and waiting places; ' +
    'each read leaves a row in the audit log (OF10.2, OF10.4)',
  method: 'GET',
  path: '/admin/students/:id',
  guard: { right: 'families' },
  audits: ['student.read'],
  params: byId,
  item: studentPageShape,
  refusals: [studentRefusals.student_not_found],
});

export const resendVerificationOf = endpoint({
  name: 'resendVerificationOf',
  summary: 'Mail a family again how to verify the address of its account; once a day (OF1.11)',
  method: 'POST',
  path: '/admin/parents/:id/verification-mail',
  guard: { right: 'families' },
  audits: ['account.ask_verification'],
  impersonation: 'refused',
  params: byId,
  item: 'none',
  refusals: [accountRefusals.parent_not_found, accountRefusals.email_verified, accountRefusals.mailed_today],
});

export const mailPasswordReset = endpoint({
  name: 'mailPasswordReset',
  summary: 'Mail a family a link to choose a new password; once in ten minutes (OF10.1)',
  method: 'POST',
  path: '/admin/parents/:id/reset-mail',
  guard: { right: 'families_write' },
  audits: ['account.mail_reset'],
  impersonation: 'refused',
  params: byId,
  item: 'none',
  refusals: [accountRefusals.parent_not_found, accountRefusals.mailed_lately],
});

export const askForMethod = endpoint({
  name: 'askForMethod',
  summary: 'Mail a family to add a new payment method; once a day (OF10.1)',
  method: 'POST',
  path: '/admin/parents/:id/method-mail',
  guard: { right: 'money_write' },
  audits: ['account.ask_method'],
  impersonation: 'refused',
  params: byId,
  item: 'none',
  refusals: [accountRefusals.parent_not_found, accountRefusals.mailed_today],
});

export const startImpersonation = endpoint({
  name: 'startImpersonation',
  summary: "Look through a parent's eyes for 60 minutes at most, for a reason that is kept",
  method: 'POST',
  proof: 'recent',
  path: '/admin/parents/:id/impersonation',
  guard: { right: 'money_write' },
  audits: ['impersonation.start'],
  impersonation: 'refused',
  params: byId,
  body: impersonationReasonShape,
  /** no refresh token: an hour is an hour */
  item: z.object({ access_token: z.string(), expires_in: z.number().int(), user_id: idShape }),
  refusals: [accountRefusals.parent_not_found, accountRefusals.only_parents_impersonated],
});

export const endSessions = endpoint({
  name: 'endSessions',
  summary: 'End every session of an account, and those in which it looks through a parent’s eyes',
  method: 'POST',
  path: '/admin/users/:id/end-sessions',
  guard: { right: 'company' },
  audits: ['sessions.end'],
  params: byId,
  item: 'none',
  refusals: [accountRefusals.user_not_found],
});
