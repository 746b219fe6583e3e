import { z } from 'zod';
import { endpoint, type Answered } from '#kit/endpoint/endpoint.ts';
import { centsShape, dayShape, idShape } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { reportRefusals } from '#modules/reports/reports.refusals.ts';

const yearShape = z.coerce.number().int().min(2000).max(9999);
const byYear = z.object({ year: yearShape });

const entryShape = z.object({
  payment_number: z.number().int().nullable(),
  day: dayShape,
  method: z.string(),
  principal_cents: centsShape,
  fee_cents: centsShape,
  given_back: z.array(z.object({ day: dayShape, amount_cents: centsShape, is_refund: z.boolean() })),
  total_cents: centsShape,
});

const divisionShape = z.object({
  company_name: z.string(),
  address_1: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  phone_main: z.string(),
  tax_id: z.string().nullable(),
});

const statementShape = z.object({
  year: z.number().int(),
  family: z.object({ name: z.string(), place: z.array(z.string()) }),
  children: z.array(
    z.object({
      student: z.string(),
      contracts: z.array(
        z.object({
          order_id: idShape,
          contract_number: z.string().nullable(),
          school: z.string(),
          division: divisionShape,
          entries: z.array(entryShape),
          total_cents: centsShape,
        }),
      ),
      total_cents: centsShape,
    }),
  ),
  total_cents: centsShape,
  /** a link of five minutes */
  pdf_path: z.string(),
});

export const listStatements = endpoint({
  name: 'listStatements',
  summary: 'The years of which the family has a statement of its payments, the newest first (RP4)',
  method: 'GET',
  path: '/statements',
  guard: 'account',
  item: z.object({
    year: z.number().int(),
    /** the last year, from January 2 to April 15 */
    is_named: z.boolean(),
  }),
  refusals: [],
});

export const readStatement = endpoint({
  name: 'readStatement',
  summary: 'The payments of a calendar year, by child and contract (RP4.1)',
  method: 'GET',
  path: '/statements/:year',
  guard: 'account',
  params: byYear,
  item: statementShape,
  refusals: [reportRefusals.statement_not_found],
});
export type Statement = Answered<typeof readStatement>[number];

export const listParentStatements = endpoint({
  name: 'listParentStatements',
  summary: 'The years of which a family has a statement, with links to the papers (RP4.1)',
  method: 'GET',
  path: '/admin/parents/:id/statements',
  guard: { right: 'money' },
  params: z.object({ id: idShape }),
  item: z.object({ year: z.number().int(), pdf_path: z.string() }),
  refusals: [],
});

export const countStatements = endpoint({
  name: 'countStatements',
  summary: 'How many families have paid in a year, and how many of them were mailed (RP4.4)',
  method: 'GET',
  path: '/admin/statements/:year',
  guard: { right: 'money_write' },
  params: byYear,
  item: z.object({ year: z.number().int(), families: z.number().int(), mailed: z.number().int() }),
  refusals: [],
});

export const mailStatements = endpoint({
  name: 'mailStatements',
  summary: 'Mail every family that has paid in a year that its statement is ready, once a year (RP4.4)',
  method: 'POST',
  path: '/admin/statements/:year/mail',
  guard: { right: 'money_write' },
  audits: ['statements.mail'],
  impersonation: 'refused',
  proof: 'recent',
  headers: z.object({ 'idempotency-key': z.string().min(1).max(255) }),
  params: byYear,
  item: z.object({ mailed: z.number().int() }),
  refusals: [reportRefusals.year_not_over, accountRefusals.refused_while_impersonating],
});
