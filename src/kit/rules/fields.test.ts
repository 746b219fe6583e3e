import { describe, expect, test } from 'vitest';
import { formatPhone } from '#kit/text/format-phone.ts';
import { sentences } from '#tests/support/forms/rule-bounds.ts';
import { email, optionalPhone, optionalText, password, phone, requiredText, usDate } from './fields.ts';

describe('a required text of 1 to 255 characters', () => {
  test.each([undefined, null, '', '   '])('asks for it when %j was given', async (value) => {
    expect((await sentences(requiredText(), value))[0]).toBe('The field field is required');
  });

  test('takes 255 characters and refuses 256', async () => {
    expect(await sentences(requiredText(), 'x'.repeat(255))).toEqual([]);
    expect(await sentences(requiredText(), 'x'.repeat(256))).toEqual([
      'The field field may not be greater than 255 characters',
    ]);
  });
});

describe('an optional text', () => {
  test('is none when it is blank, left out or null', () => {
    for (const blank of ['', '  ', undefined, null]) expect(optionalText().parse(blank)).toBeNull();
  });
});

describe('an e-mail address', () => {
  test('is lower-cased and trimmed', () => {
    expect(email().parse(' Ada@Okafor.Example ')).toBe('ada@okafor.example');
  });

  test.each(['ada', 'ada@', '@okafor.example', 'a b@okafor.example', `${'x'.repeat(65)}@okafor.example`])(
    '%s is refused',
    async (text) => {
      expect(await sentences(email(), text)).toEqual(['The field field must be a valid email']);
    },
  );

  test('has 255 characters at most', async () => {
    const long = (n: number) => `${'x'.repeat(64)}@${`${'y'.repeat(39)}.`.repeat(10).slice(0, n - 69)}.com`;
    expect(await sentences(email(), long(255))).toEqual([]);
    expect(await sentences(email(), long(256))).toEqual([
      'The field field may not be greater than 255 characters',
    ]);
  });

  test('may have a local part of 64 characters', async () => {
    expect(await sentences(email(), `${'x'.repeat(64)}@okafor.example`)).toEqual([]);
  });
});

/** @shows A-352 */
describe('a phone number', () => {
  test.each(['1234567890', '123-456-789', '(123) 456-7890', '１２３-456-7890'])(
    '%s is refused with the pattern',
    async (text) => {
      expect(await sentences(phone(), text)).toEqual(['Must be in format: 123-456-7890']);
    },
  );

  test('that is optional may be blank', () => {
    expect(optionalPhone().parse('')).toBeNull();
  });

  test.each([
    ['1234567890', '123-456-7890'],
    ['(718) 555 0100', '718-555-0100'],
    ['+1 718 555 0100', '718-555-0100'],
    ['12345', '12345'],
  ])('typed as %s reads %s afterwards', (typed, read) => {
    expect(formatPhone(typed)).toBe(read);
  });
});

describe('a date of birth', () => {
  test.each(['2018-03-04', '3/4/2018', '02/30/2018', '13/01/2018'])(
    '%s is refused with the pattern',
    async (text) => {
      expect(await sentences(usDate(), text)).toEqual(['The field field must be in the format MM/dd/yyyy']);
    },
  );

  test('takes the leap day of a leap year only', async () => {
    expect(await sentences(usDate(), '02/29/2016')).toEqual([]);
    expect(await sentences(usDate(), '02/29/2017')).toHaveLength(1);
  });
});

/** @shows A-350 */
describe('a password', () => {
  test('has 6 to 255 characters and keeps its spaces', async () => {
    expect(await sentences(password(), '12345')).toEqual(['The field field must be at least 6 characters']);
    expect(password().parse(' 1234 ')).toBe(' 1234 ');
    expect(await sentences(password(), 'x'.repeat(255))).toEqual([]);
    expect(await sentences(password(), 'x'.repeat(256))).toEqual([
      'The field field may not be greater than 255 characters',
    ]);
  });
});
