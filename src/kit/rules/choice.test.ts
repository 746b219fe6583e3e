import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bounds } from '#tests/support/forms/rule-bounds.ts';
import { fieldErrorsOf } from '#kit/endpoint/field-messages.ts';
import { excluded, included, is, isNot } from './choice.ts';
import { confirmed, required, requiredIf } from './presence.ts';

const NOT_VALID = 'The field value is not valid';
const REQUIRED = 'The field field is required';

function said(schema: z.ZodType, form: object) {
  const result = schema.safeParse(form, { reportInput: true });
  return result.success ? {} : fieldErrorsOf(result.error.issues);
}

/** @shows A-254 A-267 */
describe('a field that must be filled', () => {
  bounds('is a box that is ticked', z.boolean().check(required()), {
    takes: [true],
    refuses: [false, null, undefined],
    says: REQUIRED,
  });
  bounds('holds more than blanks', z.string().check(required()), {
    takes: ['a', ' a '],
    refuses: ['', '  ', '\n'],
    says: REQUIRED,
  });
  bounds('has something chosen', z.array(z.string()).check(required()), {
    takes: [['am']],
    refuses: [[]],
    says: REQUIRED,
  });
});

/** @shows A-267 */
describe('a field that is required while another one is filled', () => {
  type Guardian = { name: string; phone: string };
  const schema = z
    .object({ name: z.string(), phone: z.string(), age: z.number() })
    .check(requiredIf<Guardian>('phone', ({ name }) => name !== ''));

  it('is asked for then, even while a third one is wrong', () => {
    expect(said(schema, { name: 'Obi', phone: ' ', age: 'x' }).phone).toEqual([
      'The phone field is required',
    ]);
  });

  it('may be blank otherwise', () => {
    expect(said(schema, { name: '', phone: '', age: 7 })).toEqual({});
    expect(said(schema, { name: 'Obi', phone: '1', age: 7 })).toEqual({});
  });
});

/** @shows A-259 A-271 */
describe('a confirmation', () => {
  type Pair = { code: string; code_again: string };
  const schema = z
    .object({ code: z.string(), code_again: z.string() })
    .check(confirmed<Pair>({ field: 'code', confirmation: 'code_again' }));

  it('must be the same, to the letter', () => {
    expect(said(schema, { code: 'Ab1', code_again: 'Ab1' })).toEqual({});
    expect(said(schema, { code: 'Ab1', code_again: 'ab1' })).toEqual({
      code_again: ['The code again confirmation does not match'],
    });
  });

  it('counts spaces', () => {
    expect(said(schema, { code: '  ', code_again: '   ' })).toEqual({
      code_again: ['The code again confirmation does not match'],
    });
  });

  it('that is still blank is no different one', () => {
    expect(said(schema, { code: 'Ab1', code_again: '' })).toEqual({});
  });
});

/** @shows A-266 A-271 */
describe('a choice', () => {
  bounds('is this one', z.string().check(is('DELETE')), {
    takes: ['', 'DELETE'],
    refuses: ['delete', 'DELETE ', ' '],
    says: NOT_VALID,
  });
  bounds('is not this one', z.number().check(isNot(0)), { takes: [1, -1], refuses: [0], says: NOT_VALID });
  bounds('is one of these', z.string().check(included(['am', 'pm'])), {
    takes: ['', 'am', 'pm'],
    refuses: ['AM', 'eve'],
    says: NOT_VALID,
  });
  bounds('is none of these', z.string().check(excluded(['admin', 'api'])), {
    takes: ['', 'hm'],
    refuses: ['admin', 'api'],
    says: NOT_VALID,
  });
  bounds('that is missing is asked for', z.string().check(included(['am'])), {
    takes: [],
    refuses: [null, undefined],
    says: REQUIRED,
  });
});
