import { z } from 'zod';
import { cents, toDollars } from '#kit/money.ts';
import { amountText, typedAmount } from '#app/forms/typed-amount.ts';
import type { TypedAidCode } from '#modules/catalog/routes/aid-codes.contract.ts';

const MINIMUM = cents(100);
const MAXIMUM = cents(100_000_000);
const USES_MAX = 10_000;

const optionalAmount = () => z.union([z.literal(''), amountText(MINIMUM, MAXIMUM)]);

/** The server checks the body with a shape of its own. */
export const newCodeFormShape = z.object({
  period_program_id: z.string().min(1),
  max_uses: z.string().trim().min(1).transform(Number).pipe(z.number().int().min(1).max(USES_MAX)),
  awarded_amount: optionalAmount(),
  least_amount: optionalAmount(),
  needs_confirmation: z.boolean(),
});
export type NewCodeValues = z.input<typeof newCodeFormShape>;
export type CheckedCode = z.output<typeof newCodeFormShape>;

export const emptyCode: NewCodeValues = {
  period_program_id: '',
  max_uses: '1',
  awarded_amount: '',
  least_amount: '',
  needs_confirmation: false,
};

const dollarsOf = (text: string): number | null => {
  const typed = typedAmount(text);
  return typed === undefined ? null : toDollars(typed);
};

/** @param student_id  the only student allowed to use the code; null for anybody */
export const codeBody = (values: CheckedCode, student_id: number | null): TypedAidCode => ({
  period_program_id: Number(values.period_program_id),
  student_id,
  max_uses: values.max_uses,
  awarded_amount: dollarsOf(values.awarded_amount),
  least_amount: dollarsOf(values.least_amount),
  needs_confirmation: values.needs_confirmation,
});
