import { describe, expect, test } from 'vitest';
import type { FieldValues, ResolverOptions } from 'react-hook-form';
import type { z } from 'zod';
import { aStudentForm } from '#tests/support/forms/student-form.ts';
import { plainDate } from '#kit/plain-date.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { draftOfForm, wizardStudentShape } from './student-schema.ts';

const options: ResolverOptions<FieldValues> = { fields: {}, shouldUseNativeValidation: false };

/** What step 1 says under its fields when the form is filled in but for these. */
async function said(changes: object, isPhotoMissing = false): Promise<Record<string, string | undefined>> {
  const schema = wizardStudentShape(isPhotoMissing, plainDate('2026-04-10')) as unknown as z.ZodType<
    unknown,
    FieldValues
  >;
  const { errors } = await schemaResolver(schema)(aStudentForm(changes), undefined, options);
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, error?.message as string | undefined]),
  );
}

const long = (n: number) => 'x'.repeat(n);
const PHONE = 'Must be in format: 123-456-7890';

test('a form that is filled in says nothing', async () => {
  expect(await said({})).toEqual({});
});

describe('the student', () => {
  /** @shows B-223 */
  test('has a first and a last name of 1 to 255 characters', async () => {
    expect(await said({ first_name: '', last_name: ' ' })).toEqual({
      first_name: 'The first name field is required',
      last_name: 'The last name field is required',
    });
    expect(await said({ first_name: long(255), last_name: long(255) })).toEqual({});
    expect(Object.values(await said({ first_name: long(256), last_name: long(256) }))).toEqual([
      'The first name field may not be greater than 255 characters',
      'The last name field may not be greater than 255 characters',
    ]);
  });

  /** @shows B-224 */
  test('has a sex', async () => {
    expect(await said({ sex: '' })).toEqual({ sex: 'The sex field is required' });
    expect(await said({ sex: 'f' })).toEqual({});
  });

  /** @shows B-225 B-343 */
  test('has a date of birth, MM/dd/yyyy', async () => {
    expect(await said({ date_of_birth: '' })).toEqual({
      date_of_birth: 'The date of birth field is required',
    });
    expect(await said({ date_of_birth: '2012-03-04' })).toEqual({
      date_of_birth: 'The date of birth field must be in the format MM/dd/yyyy',
    });
    expect(await said({ date_of_birth: '03/04/2012' })).toEqual({});
  });

  /** @shows MA6.1 */
  test('was born 2 to 25 years before today', async () => {
    const text = 'The date of birth must be between 2 and 25 years ago.';
    for (const date_of_birth of ['03/04/2099', '04/11/2024', '04/09/2001', '03/04/1800'])
      expect(await said({ date_of_birth })).toEqual({ date_of_birth: text });
    for (const date_of_birth of ['04/10/2024', '04/10/2001'])
      expect(await said({ date_of_birth })).toEqual({});
  });

  /** @shows B-226 B-343 */
  test('has a home number', async () => {
    expect(await said({ phone_home: '' })).toEqual({ phone_home: 'The home number field is required' });
    expect(await said({ phone_home: '123' })).toEqual({ phone_home: PHONE });
    expect(await said({ phone_home: '718-555-0188' })).toEqual({});
  });

  /** @shows B-227 B-343 */
  test('may have a mobile number', async () => {
    expect(await said({ phone_mobile: '' })).toEqual({});
    expect(await said({ phone_mobile: '123' })).toEqual({ phone_mobile: PHONE });
  });

  /** @shows B-228 */
  test('may have an e-mail address of at most 255 characters', async () => {
    expect(await said({ email: '' })).toEqual({});
    expect(await said({ email: 'abc' })).toEqual({ email: 'The email field must be a valid email' });
    expect(Object.keys(await said({ email: `a@${long(250)}.example` }))).toEqual(['email']);
  });

  /** @shows MA10.13 */
  test('has a photo of at most 5 MB, and is told the size of a larger one', async () => {
    const photo = (bytes: number) => [{ name: 'a.png', type: 'image/png', size: bytes }];
    const MB = 1024 * 1024;
    expect(await said({ photo: photo(5 * MB) })).toEqual({});
    for (const [bytes, size] of [
      [5 * MB + 1, '5.1'],
      [7.25 * MB, '7.3'],
    ] as const) {
      const photoSaid = `The photo can’t be larger than 5 MB. This one is ${size} MB.`;
      expect(await said({ photo: photo(bytes) })).toEqual({ photo: photoSaid });
    }
  });

  /** @shows B-229 MD11.1 */
  test('has a photo where the program asks for one and none is there, and it is a picture', async () => {
    const chosen = (name: string, type: string) => ({ photo: [{ name, type, size: 1000 }] });
    expect(await said({ photo: null }, true)).toEqual({ photo: 'The photo field is required' });
    expect(await said({ photo: [] }, true)).toEqual({ photo: 'The photo field is required' });
    expect(await said({ photo: null })).toEqual({});
    expect(await said(chosen('me.jpg', 'image/jpeg'), true)).toEqual({});
    expect(await said(chosen('photo-without-ending', ''), true)).toEqual({});
    expect(await said(chosen('me.txt', 'text/plain'))).toEqual({
      photo: 'The photo must be an image file (JPEG, PNG or WebP).',
    });
  });

  /** @shows B-238 */
  test('lives at a saved address, known by a whole number', async () => {
    expect(await said({ address_id: 6 })).toEqual({});
    for (const address_id of ['x', 1.5])
      expect(await said({ address_id })).toEqual({ address_id: 'The address value is not valid' });
    expect(
      draftOfForm(4, aStudentForm({ address_id: 6 }) as Parameters<typeof draftOfForm>[1]).address_id,
    ).toBe(6);
  });

  /** @shows B-237 */
  test('or at a new one, in a state of the list', async () => {
    expect(await said({ address: '', apt: '', city: '', state: '', zip: '' })).toEqual({
      address: 'The address field is required',
      city: 'The city field is required',
      state: 'The state field is required',
      zip: 'The zip field is required',
    });
    expect(await said({ address: long(255), apt: long(255), city: long(255), zip: '10463-1234' })).toEqual(
      {},
    );
    expect(
      await said({ address: long(256), apt: long(256), city: long(256), state: 'XX', zip: '1'.repeat(51) }),
    ).toEqual({
      address: 'The address field may not be greater than 255 characters',
      apt: 'The apt field may not be greater than 255 characters',
      city: 'The city field may not be greater than 255 characters',
      state: 'The state value is not valid',
      zip: 'The zip field may not be greater than 50 characters',
    });
  });
});

describe('the first guardian', () => {
  /** @shows B-230 */
  test('has a first and a last name of 1 to 255 characters', async () => {
    const named = (name: string) => said({ guardian_1_first_name: name, guardian_1_last_name: name });
    expect(Object.keys(await named(''))).toEqual(['guardian_1_first_name', 'guardian_1_last_name']);
    expect(await named(long(255))).toEqual({});
    expect((await named(long(256))).guardian_1_first_name).toBe(
      'The guardian 1 first name field may not be greater than 255 characters',
    );
  });

  /** @shows B-231 B-343 */
  test('has a work or cell number', async () => {
    expect(await said({ guardian_1_phone_mobile: '' })).toEqual({
      guardian_1_phone_mobile: 'The guardian 1 work or cell number field is required',
    });
    expect(await said({ guardian_1_phone_mobile: '555-0101 ext 718' })).toEqual({
      guardian_1_phone_mobile: PHONE,
    });
  });

  /** @shows B-232 */
  test('has an e-mail address of at most 255 characters', async () => {
    expect(await said({ guardian_1_email: '' })).toEqual({
      guardian_1_email: 'The guardian 1 email field is required',
    });
    expect(await said({ guardian_1_email: 'abc' })).toEqual({
      guardian_1_email: 'The guardian 1 email field must be a valid email',
    });
    expect(Object.keys(await said({ guardian_1_email: `a@${long(250)}.example` }))).toEqual([
      'guardian_1_email',
    ]);
  });
});

describe('the second guardian', () => {
  const reached = { guardian_2_phone_mobile: '718-555-0103', guardian_2_email: 'obi@okafor.example' };

  /** @shows B-233 */
  test('may be left out, and has names of at most 255 characters', async () => {
    const named = (name: string) =>
      said({ guardian_2_first_name: name, guardian_2_last_name: name, ...reached });
    expect(
      await said({
        guardian_2_first_name: '',
        guardian_2_last_name: '',
        guardian_2_phone_mobile: '',
        guardian_2_email: '',
      }),
    ).toEqual({});
    expect(await named(long(255))).toEqual({});
    expect((await named(long(256))).guardian_2_last_name).toBe(
      'The guardian 2 last name field may not be greater than 255 characters',
    );
  });

  /** @shows B-234 */
  test('needs phone and e-mail as soon as one of the names is there', async () => {
    const both = {
      guardian_2_phone_mobile: 'The guardian 2 work or cell number field is required',
      guardian_2_email: 'The guardian 2 email field is required',
    };
    expect(await said({ guardian_2_first_name: 'Obi' })).toEqual(both);
    expect(await said({ guardian_2_last_name: 'Okafor' })).toEqual(both);
    expect(await said({ guardian_2_first_name: 'Obi', ...reached })).toEqual({});
  });

  /** @shows B-235 B-343 */
  test('has phone and e-mail in their formats', async () => {
    expect(await said({ guardian_2_phone_mobile: '123', guardian_2_email: 'abc' })).toEqual({
      guardian_2_phone_mobile: PHONE,
      guardian_2_email: 'The guardian 2 email field must be a valid email',
    });
    expect(Object.keys(await said({ ...reached, guardian_2_email: `a@${long(250)}.example` }))).toEqual([
      'guardian_2_email',
    ]);
  });
});
