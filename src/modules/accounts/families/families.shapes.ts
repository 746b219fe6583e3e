import { z } from 'zod';
import { email, personName, phone } from '#kit/rules/fields.ts';

export const newFamilyShape = z.object({
  first_name: personName(),
  last_name: personName(),
  email: email(),
  phone_mobile: phone(),
});

export type NewFamily = z.output<typeof newFamilyShape>;
