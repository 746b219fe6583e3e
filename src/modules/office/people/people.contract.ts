import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onlyWith } from '#kit/endpoint/right.ts';
import { centsShape, dayShape, idShape, instantShape, byId } from '#kit/endpoint/wire.ts';
import { days, ids, names, seasons, words, yesNo } from '#kit/list/filters.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';
import { personShape } from '#modules/accounts/accounts.contract.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { orderShape } from '#modules/orders/orders.contract.ts';
import { addressShape, studentShape } from '#modules/students/students.contract.ts';
import { auditRowShape } from '#modules/office/audit/audit.contract.ts';
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
   * `contract`: in force, of the school year, the school and the route that are asked for; `last_4`: of a
   * card or account, also of a removed one
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

export const parentShape = personShape.extend({
  created_at: instantShape,
  students: z.array(studentShape),
  orders: z.array(orderShape),
  addresses: z.array(addressShape),
  logins: z.array(loginRecordShape),
  audit: onlyWith('audit', z.array(auditRowShape)),
});

export type Parent = z.output<typeof parentShape>;

export const readParent = endpoint({
  name: 'readParent',
  summary:
    'One parent with students, orders, addresses, logins and what was done; ' +
    'each child that is read leaves a row',
  method: 'GET',
  path: '/admin/parents/:id',
  guard: { right: 'families' },
  audits: ['student.read'],
  params: byId,
  item: parentShape,
  refusals: [accountRefusals.parent_not_found],
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
