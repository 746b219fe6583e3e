import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { dollarsShape, idShape } from '#kit/endpoint/wire.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { studentRefusals } from '#modules/students/students.refusals.ts';

export const validateSiblingNumber = endpoint({
  name: 'validateSiblingNumber',
  summary: "Check a sibling's contract number against a route's discount (B2)",
  method: 'GET',
  path: '/route/discount/validate/:discount_id/:contract_number',
  guard: 'account',
  params: z.object({ discount_id: idShape, contract_number: requiredText() }),
  query: z.object({ student_id: idShape.optional() }),
  item: z.object({ id: idShape, contract_number: z.string() }),
  refusals: [
    studentRefusals.student_not_found,
    orderRefusals.sibling_number_mistyped,
    orderRefusals.sibling_number_invalid,
    orderRefusals.too_many_attempts,
  ],
});

export const verifyFinancialAidCode = endpoint({
  name: 'verifyFinancialAidCode',
  summary: 'Check a financial aid code of a period program (A5)',
  method: 'POST',
  path: '/period/program/financial_aid_code/verify/:period_program_id',
  guard: 'account',
  params: z.object({ period_program_id: idShape }),
  body: z.object({ code: requiredText(20), student_id: idShape.nullish() }),
  /** an awarded amount (the typed amount must equal the award) or the least amount */
  item: z.object({
    code: z.string(),
    /** the sum of an award depends on the selection: `GET /student/:id/aid` (OF7.5) */
    is_award: z.boolean(),
    awarded_amount: dollarsShape.nullable(),
    least_amount: dollarsShape.nullable(),
    needs_confirmation: z.boolean(),
  }),
  refusals: [
    studentRefusals.student_not_found,
    orderRefusals.aid_code_invalid,
    orderRefusals.too_many_attempts,
  ],
});
