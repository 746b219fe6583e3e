import { z } from 'zod';
import { loginShape, registrationShape } from '#modules/accounts/accounts.contract.ts';

export const loginFormShape = loginShape.extend({ keep_me_logged_in: z.boolean() });
export type LoginValues = z.input<typeof loginFormShape>;

export const signupFormShape = registrationShape.safeExtend({
  acknowledgement: z.boolean().refine((isGiven) => isGiven, { params: { rule: 'required' } }),
});
export type SignupValues = z.input<typeof signupFormShape>;
