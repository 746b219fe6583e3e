import { z } from 'zod';
import { loginShape, registrationShape } from '#modules/accounts/accounts.contract.ts';

export const loginFormShape = loginShape.extend({ keep_me_logged_in: z.boolean() });
export type LoginValues = z.input<typeof loginFormShape>;

const bothTyped = (payload: { value: unknown }) => {
  const value = payload.value as { password?: unknown; password_confirmation?: unknown };
  return Boolean(value.password) && Boolean(value.password_confirmation);
};

/** The mismatch shows on both fields (accounts.md §5); the server's rule puts it on the second. */
export const signupFormShape = registrationShape
  .safeExtend({ acknowledgement: z.boolean().refine((isGiven) => isGiven, { params: { rule: 'required' } }) })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password'],
    params: { rule: 'confirmed' },
    when: bothTyped,
  });
export type SignupValues = z.input<typeof signupFormShape>;
