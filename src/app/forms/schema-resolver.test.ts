import { describe, expect, it } from 'vitest';
import type { FieldValues, ResolverOptions } from 'react-hook-form';
import type { z } from 'zod';
import { whole } from '#modules/catalog/objects/object.ts';
import { paymentTerm } from '#modules/catalog/objects/payment-term.ts';
import { addressFieldsShape } from '#modules/students/students.shapes.ts';
import { signupFormShape } from '#app/accounts/login-form.ts';
import { emptyStudent, studentFormShape } from '#app/students/student-form.ts';
import { schemaResolver } from './schema-resolver.ts';

const options: ResolverOptions<FieldValues> = { fields: {}, shouldUseNativeValidation: false };

/** The first sentence under each field, as the form would show it. */
async function messagesOf(schema: z.ZodType, values: object): Promise<Record<string, string | undefined>> {
  const { errors } = await schemaResolver(schema as z.ZodType<unknown, FieldValues>)(
    values,
    undefined,
    options,
  );
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, error?.message as string | undefined]),
  );
}

const signup = {
  first_name: 'A',
  last_name: 'B',
  email: 'a@b.example',
  password: 'secret',
  password_confirmation: 'secret',
  acknowledgement: true,
};

describe('a form says what is wrong in the words of the catalog', () => {
  it('asks for what is missing, field by field', async () => {
    const messages = await messagesOf(addressFieldsShape, {
      address: '',
      apt: '',
      city: ' ',
      state: '',
      zip: '',
    });
    expect(messages).toEqual({
      address: 'The address field is required',
      city: 'The city field is required',
      state: 'The state field is required',
      zip: 'The zip field is required',
    });
  });

  it('says of what is sold what a season file says, with the labels of the form', async () => {
    const messages = await messagesOf(whole(paymentTerm), {
      name: 'Full payment',
      identifier: '',
      payment_term_type: 'paymentTermTypeScheduled',
      from_dt: '2027-05-01',
      thru_dt: '2027-04-30',
      deposit: 10.005,
      amount: 100,
      number_payments: 3,
      scheduled_dt: '2027-04-30',
      is_admin_only: false,
    });
    expect(messages).toEqual({
      identifier: 'Identifier must be text of 1 to 255 characters.',
      thru_dt: 'Thru dt must not be earlier than from dt.',
      deposit: 'Deposit must be an amount in dollars, 0 or more, with at most two decimals.',
      scheduled_dt: 'Scheduled dt must be later than thru dt.',
    });
  });

  it('names a wrong email, a short password and a long name', async () => {
    const messages = await messagesOf(signupFormShape, {
      ...signup,
      email: 'nobody',
      password: 'abc',
      password_confirmation: 'abc',
      first_name: 'x'.repeat(256),
    });
    expect(messages.email).toBe('The email field must be a valid email');
    expect(messages.password).toBe('The password field must be at least 6 characters');
    expect(messages.first_name).toBe('The first name field may not be greater than 255 characters');
  });

  it('shows a mismatch on both passwords, even while another field is wrong', async () => {
    const messages = await messagesOf(signupFormShape, {
      ...signup,
      email: 'nobody',
      password_confirmation: 'secreT',
    });
    expect(messages.password).toBe('Confirm password did not match.');
    expect(messages.password_confirmation).toBe('Confirm password did not match.');
  });

  it('does not create an account without the acknowledgement', async () => {
    expect(await messagesOf(signupFormShape, { ...signup, acknowledgement: false })).toEqual({
      acknowledgement: 'The acknowledgement field is required',
    });
  });

  it('asks for the phone and email of guardian 2 once a name is given', async () => {
    const blank = await messagesOf(studentFormShape, emptyStudent(undefined));
    expect(blank.guardian_2_email).toBeUndefined();
    const named = await messagesOf(studentFormShape, {
      ...emptyStudent(undefined),
      guardian_2_first_name: 'Obi',
    });
    expect(named.guardian_2_email).toBe('The guardian 2 email field is required');
    expect(named.guardian_2_phone_mobile).toBe('The guardian 2 work or cell number field is required');
  });

  it('wants phones and dates in their one format', async () => {
    const messages = await messagesOf(studentFormShape, {
      ...emptyStudent(undefined),
      phone_home: '12345',
      date_of_birth: 'May 2019',
    });
    expect(messages.phone_home).toBe('Must be in format: 123-456-7890');
    expect(messages.date_of_birth).toBe('The date of birth field must be in the format MM/dd/yyyy');
  });
});
