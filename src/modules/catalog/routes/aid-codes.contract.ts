import { z } from 'zod';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { studentRefusals } from '#modules/students/students.refusals.ts';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { dayShape, dollarsShape, idShape } from '#kit/endpoint/wire.ts';
import { cents, formatMoney } from '#kit/money.ts';
import { maxValue, minValue } from '#kit/rules/number.ts';
import { count, dollars, flag, orNone, writtenDay } from '#kit/rules/object-fields.ts';
import { isObject } from '#kit/rules/rule.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';

export const aidCodeShape = z.object({
  id: idShape,
  code: z.string(),
  period_program_id: idShape,
  /** null: for any student */
  student_id: idShape.nullable(),
  max_uses: z.number().int().nullable(),
  uses: z.number().int(),
  awarded_amount: dollarsShape.nullable(),
  least_amount: dollarsShape.nullable(),
  needs_confirmation: z.boolean(),
  expires_on: dayShape.nullable(),
});
export type AidCode = z.output<typeof aidCodeShape>;

const MINIMUM = cents(100);
const typedDollars = () => orNone(dollars().check(minValue(MINIMUM, formatMoney(MINIMUM))));

export const newAidCodeShape = z
  .object({
    period_program_id: idShape,
    student_id: idShape.nullish(),
    max_uses: orNone(count(1).check(maxValue(10_000))),
    awarded_amount: typedDollars(),
    least_amount: typedDollars(),
    needs_confirmation: flag().default(false),
    expires_on: orNone(writtenDay()),
  })
  // Families could pass on an unlimited code for everybody.
  .refine(({ student_id, max_uses }) => student_id != null || max_uses != null, {
    path: ['max_uses'],
    params: { rule: 'required' },
    when: isObject,
  });
export type TypedAidCode = z.input<typeof newAidCodeShape>;
export type NewAidCode = z.output<typeof newAidCodeShape>;

export const listAidPrograms = endpoint({
  name: 'listAidPrograms',
  summary: 'The programs that accept financial aid, each in its school year, for which a code can be made',
  method: 'GET',
  path: '/admin/aid-programs',
  guard: { right: 'money_write' },
  item: z.object({
    id: idShape,
    school: z.string(),
    program: z.string(),
    period: z.string(),
  }),
  refusals: [],
});

export const listAidCodes = endpoint({
  name: 'listAidCodes',
  summary: 'The financial aid codes of a program in a school year, the newest first, with their uses (A5)',
  method: 'GET',
  path: '/admin/aid-codes/:period_program_id',
  guard: { right: 'money_write' },
  params: z.object({ period_program_id: idShape }),
  item: aidCodeShape,
  refusals: [catalogRefusals.not_found],
});

export const createAidCode = endpoint({
  name: 'createAidCode',
  summary: 'Draw a new financial aid code at random, for one student or a number of uses (A5)',
  method: 'POST',
  path: '/admin/aid-codes',
  guard: { right: 'money_write' },
  audits: ['aid_code.create'],
  proof: 'recent',
  impersonation: 'refused',
  body: newAidCodeShape,
  item: aidCodeShape,
  refusals: [
    catalogRefusals.not_found,
    catalogRefusals.program_without_aid,
    catalogRefusals.last_day_past,
    studentRefusals.student_not_found,
    accountRefusals.own_order,
    accountRefusals.refused_while_impersonating,
  ],
});
