import { z } from 'zod';
import {
  choice,
  email,
  optionalEmail,
  optionalPersonName,
  optionalPhone,
  optionalText,
  personName,
  phone,
  requiredText,
  US_STATES,
  usDate,
  zip,
} from '#kit/rules/fields.ts';
import { requiredIf } from '#kit/rules/presence.ts';
import { isFilled } from '#kit/rules/rule.ts';
import { idShape } from '#kit/endpoint/wire.ts';

const LONG_TEXT_MAX = 8192;

export const addressFieldsShape = z.object({
  address: requiredText(),
  apt: optionalText(),
  city: requiredText(),
  state: choice(US_STATES),
  zip: zip(),
});

type Guardian2 = Record<`guardian_2_${'first_name' | 'last_name' | 'phone_mobile' | 'email'}`, string | null>;

const hasGuardian2 = (form: Guardian2) =>
  isFilled(form.guardian_2_first_name) || isFilled(form.guardian_2_last_name);

/** accounts.md §5, contracts.md §5 */
export const studentFieldsShape = addressFieldsShape
  .extend({
    first_name: personName(),
    last_name: personName(),
    sex: choice(['m', 'f']),
    date_of_birth: usDate(),
    email: optionalEmail(),
    phone_home: phone(),
    phone_mobile: optionalPhone(),
    has_medical_concerns: z.boolean().default(false),
    medical_concerns: optionalText(LONG_TEXT_MAX),
    can_exit_bus_alone: z.boolean().default(false),
    address_id: idShape.nullish(),
    guardian_1_first_name: personName(),
    guardian_1_last_name: personName(),
    guardian_1_phone_mobile: phone(),
    guardian_1_email: email(),
    guardian_2_first_name: optionalPersonName(),
    guardian_2_last_name: optionalPersonName(),
    guardian_2_phone_mobile: optionalPhone(),
    guardian_2_email: optionalEmail(),
    is_split_custody: z.boolean().default(false),
    second_address: optionalText(LONG_TEXT_MAX),
    custody_notes: optionalText(LONG_TEXT_MAX),
  })
  .check(
    requiredIf<Guardian2>('guardian_2_phone_mobile', hasGuardian2),
    requiredIf<Guardian2>('guardian_2_email', hasGuardian2),
  );
