import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { formatDay } from '#kit/text/format-day.ts';
import { formatPhone } from '#kit/text/format-phone.ts';
import { formatZip } from '#kit/text/format-zip.ts';
import { sentences } from '#tests/support/forms/rule-bounds.ts';
import {
  changedPhone,
  email,
  optionalEmail,
  optionalPhone,
  optionalText,
  optionalUsDate,
  password,
  personName,
  phone,
  repeatedPassword,
  requiredText,
  usDate,
  zip,
} from './fields.ts';

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

  test.each(['ada', 'ada@', '@okafor.example', 'ada@okafor', `${'x'.repeat(65)}@okafor.example`])(
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

/** What a field makes of a text, or the sentences under the field. */
const madeOf = async (field: ZodType, text: string) => {
  const said = await sentences(field, text);
  return said.length > 0 ? said : field.parse(text);
};

const HINT = ['Must be in format: 123-456-7890'];

/** @shows A-352 */
describe('a phone number', () => {
  test('that is optional may be blank', () => {
    expect(optionalPhone().parse('')).toBeNull();
    expect(changedPhone().parse(' ')).toBeNull();
  });

  /** @shows MD6.1 MD12.1 */
  test.each([
    ['9145550101'],
    ['914-555-0101'],
    ['914 555 0101'],
    ['914.555.0101'],
    ['914–555–0101'],
    ['(914) 555-0101'],
    ['(914)555-0101'],
    ['1 914 555 0101'],
    ['1-914-555-0101'],
    ['+1 (914) 555-0101'],
    ['+19145550101'],
    ['\u202a+1 914 555 0101\u202c'],
  ])('%s reads 914-555-0101 when the field is left, and is sent so', async (typed) => {
    expect(formatPhone(typed)).toBe('914-555-0101');
    for (const field of [phone(), optionalPhone(), changedPhone()])
      expect(await madeOf(field, typed)).toBe('914-555-0101');
  });

  /** @shows MD6.1 */
  test.each([
    ['+65 9123 4567'],
    ['+45 33 12 34 56'],
    ['+44 7911 123456'],
    ['+52 55 5012 3456'],
    ['+2 914 555 0101'],
    ['+9145550101'],
    ['555-0101 ext 914'],
    ['914-555-0101 x12'],
    ['914-555-0101 / 917-555-0142'],
    ['(0914) 555-010'],
    ['91 4555 0101'],
    ['9145-550-101'],
    ['914-555-010'],
    ['914-555-01011'],
    ['1234567890'],
    ['0914555010'],
    ['９１４-555-0101'],
    ['914-555-O101'],
  ])('%s stays as typed and is refused with the hint', async (typed) => {
    expect(formatPhone(typed)).toBe(typed);
    for (const field of [phone(), optionalPhone(), changedPhone()])
      expect(await madeOf(field, typed)).toEqual(HINT);
  });

  /** @shows MD6.1 */
  test('is never another one than the one typed', () => {
    const mark = fc.constantFrom('', ' ', '-', '.', '(', ')', '+', '+1', '1', 'x', ' ext ', '/', ',');
    const typed = fc
      .array(fc.tuple(mark, fc.stringMatching(/^\d{0,4}$/)), { maxLength: 5 })
      .map((parts) => parts.flat().join(''));
    const digitsOf = (text: string) => text.replaceAll(/\D/g, '');
    fc.assert(
      fc.property(typed, (text) => {
        const kept = formatPhone(text);
        if (kept === text) return;
        expect(kept).toMatch(/^[2-9]\d\d-[2-9]\d\d-\d{4}$/);
        expect(['', '1']).toContain(digitsOf(text).slice(0, -10));
        expect(digitsOf(text).slice(-10)).toBe(digitsOf(kept));
        expect(text).not.toMatch(/[a-z,]|\+(?!1)/);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('a date of birth', () => {
  test.each(['2018-03-04', 'March 4', '3/4/18', '030418'])('%s is refused with the pattern', async (text) => {
    expect(await sentences(usDate(), text)).toEqual(['The field field must be in the format MM/dd/yyyy']);
  });

  /** @shows MD12.1 */
  test.each(['3/4/2016', '03042016', '3-4-2016', ' 03.04.2016 '])(
    '%s reads 03/04/2016 when the field is left, and is sent so',
    async (typed) => {
      expect(formatDay(typed)).toBe('03/04/2016');
      for (const field of [usDate(), optionalUsDate()]) expect(await madeOf(field, typed)).toBe('03/04/2016');
    },
  );

  /** @shows MD25.1 */
  test.each(['02/29/2017', '02/30/2016', '13/01/2018', '4/31/2018', '00/10/2018', '01/01/0016'])(
    '%s is no day, and the sentence says so',
    async (typed) => {
      expect(await sentences(usDate(), typed)).toEqual(['There is no such day']);
      expect(await sentences(optionalUsDate(), typed)).toEqual(['There is no such day']);
    },
  );

  test('takes the leap day of a leap year', async () => {
    expect(await sentences(usDate(), '02/29/2016')).toEqual([]);
  });
});

describe('a ZIP code', () => {
  /** @shows MD12.1 */
  test.each(['104711234', '10471 1234', '10471–1234', '10471-1234', ' 10471 - 1234 '])(
    '%s reads 10471-1234 when the field is left, and is sent so',
    async (typed) => {
      expect(formatZip(typed)).toBe('10471-1234');
      expect(await madeOf(zip(), typed)).toBe('10471-1234');
    },
  );

  test.each(['1047', '10471-12', '1047112345', 'A1B 2C3'])(
    '%s stays as typed and is refused',
    async (typed) => {
      expect(formatZip(typed)).toBe(typed);
      expect(await madeOf(zip(), typed)).toEqual([
        'The field field must be in the format 12345 or 12345-6789',
      ]);
    },
  );

  /** @shows MD13.1 */
  test.each(['00000', '00012-1234', '34301', '213450000'])(
    '%s is refused, as no place has it',
    async (typed) => {
      expect(await madeOf(zip(), typed)).toEqual(['There is no such ZIP code']);
    },
  );

  test.each(['10471', '00501', '09012', '96349', '34002'])('%s is one', async (typed) => {
    expect(await madeOf(zip(), typed)).toBe(typed);
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

/** @shows MD17.1 */
describe('a password typed on two devices', () => {
  const composed = 'Pässwörd-é-2027';
  test.each([
    ['letters and marks apart', composed.normalize('NFD')],
    ['composed letters', composed],
  ])('is one password: %s', (_, typed) => {
    expect(password().parse(typed)).toBe(composed);
    expect(repeatedPassword().parse(typed)).toBe(composed);
  });

  test('has plain spaces, its case, its edges and its other signs', () => {
    expect(password().parse(' A\u00a0b\u3000ｃ ﬁ ')).toBe(' A b ｃ ﬁ ');
  });

  test('has six letters, however many characters they are typed with', async () => {
    expect(await sentences(password(), 'éééée'.normalize('NFD'))).toEqual([
      'The field field must be at least 6 characters',
    ]);
  });
});

/** @shows MD17.3 */
test('a text is kept in composed letters', () => {
  expect(personName().parse('Zoë'.normalize('NFD'))).toBe('Zoë');
  expect(optionalText(400).parse('Zoë'.normalize('NFD'))).toBe('Zoë');
});

/** @shows MD15.2 */
test.each(['\u200bada@okafor.example\u2060', ' Ada@Okafor.example. ', '\ufeff.ada@okafor.example.\u00a0'])(
  'an email address loses what nobody sees and a full stop at its edges: %j',
  (typed) => {
    expect(email().parse(typed)).toBe('ada@okafor.example');
    expect(optionalEmail().parse(typed)).toBe('ada@okafor.example');
  },
);
