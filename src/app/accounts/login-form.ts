import { z } from 'zod';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { required } from '#kit/rules/presence.ts';
import { loginShape, registrationShape } from '#modules/accounts/accounts.shapes.ts';

const loginFormShape = loginShape.extend({ keep_me_logged_in: z.boolean(), code: z.string().optional() });
export type LoginValues = z.input<typeof loginFormShape>;

export const signupFormShape = registrationShape.safeExtend({
  acknowledgement: z.boolean().check(required()),
});
export type SignupValues = z.input<typeof signupFormShape>;

export const checkLogin = schemaResolver(loginFormShape);
export const checkSignup = schemaResolver(signupFormShape);
