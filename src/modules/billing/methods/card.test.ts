import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passesLuhn } from '#kit/rules/luhn.ts';
import { cardShape } from './methods.shapes.ts';
import {
  CARD_TYPES,
  cardTypeOf,
  isCardNumber,
  isRoutingNumber,
  securityCodeLength,
  type CardType,
} from './card.ts';

const PUBLISHED: [string, CardType][] = [
  ['4242424242424242', 'Visa'],
  ['4000056655665556', 'Visa'],
  ['4111111111111111', 'Visa'],
  ['4222222222222', 'Visa'],
  ['5555555555554444', 'MasterCard'],
  ['5105105105105100', 'MasterCard'],
  ['2223003122003222', 'MasterCard'],
  ['378282246310005', 'Amex'],
  ['371449635398431', 'Amex'],
  ['6011111111111117', 'Discover'],
  ['6011000990139424', 'Discover'],
];
const OTHER_BRANDS = ['3530111333300000', '30569309025904', '6200000000000005'];
const ROUTING_NUMBERS = [
  '021000021',
  '011401533',
  '091000019',
  '110000000',
  '122105155',
  '322271627',
  '026009593',
];

function withCheckDigit(body: string): string {
  return [...'0123456789'].map((digit) => body + digit).find(passesLuhn)!;
}

const PREFIXES: Record<CardType, [string, number][]> = {
  Visa: [
    ['4', 13],
    ['4', 16],
    ['4', 19],
  ],
  MasterCard: [
    ['51', 16],
    ['55', 16],
    ['2221', 16],
    ['2720', 16],
    ['2500', 16],
  ],
  Amex: [
    ['34', 15],
    ['37', 15],
  ],
  Discover: [
    ['6011', 16],
    ['65', 16],
    ['644', 16],
    ['649', 16],
    ['622126', 16],
    ['622925', 16],
  ],
};

describe('a card number', () => {
  it.each(PUBLISHED)('%s is a %s', (number, type) => {
    expect([isCardNumber(number), cardTypeOf(number)]).toEqual([true, type]);
  });

  it('may be typed with spaces and dashes', () => {
    expect(isCardNumber('4242 4242-4242 4242')).toBe(true);
  });

  it.each(OTHER_BRANDS)('%s is of a brand that the company does not take', (number) => {
    expect(isCardNumber(number)).toBe(false);
  });

  it('with any one digit mistyped is caught', () => {
    for (const [number] of PUBLISHED) {
      for (let i = 0; i < number.length; i++) {
        for (const digit of '0123456789') {
          if (digit !== number[i])
            expect(passesLuhn(number.slice(0, i) + digit + number.slice(i + 1))).toBe(false);
        }
      }
    }
  });

  it.each(CARD_TYPES)('of %s has the lengths of its brand and no others', (type) => {
    for (const [prefix, length] of PREFIXES[type]) {
      const numberOf = (digits: number) => withCheckDigit(prefix.padEnd(digits - 1, '3'));
      expect(cardTypeOf(numberOf(length))).toBe(type);
      const lengths = PREFIXES[type].filter(([start]) => start === prefix).map(([, allowed]) => allowed);
      for (const wrong of [length - 1, length + 1].filter((near) => !lengths.includes(near)))
        expect(cardTypeOf(numberOf(wrong))).toBeUndefined();
    }
  });

  it.each([
    '',
    ' ',
    '4',
    'abcd',
    '４２４２４２４２４２４２４２４２',
    '0000000000000000',
    '4242424242424242x',
    '4242.4242.4242.4242',
  ])('is not %j', (typed) => {
    expect(isCardNumber(typed)).toBe(false);
  });

  it('is never found in other text', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 24 }).filter((text) => /[^\d\s-]/.test(text)),
        (text) => !isCardNumber(text),
      ),
    );
  });
});

describe('a security code', () => {
  it('has four digits on an Amex and three on the others', () => {
    expect(CARD_TYPES.map(securityCodeLength)).toEqual([3, 3, 4, 3]);
  });
});

describe('a card form', () => {
  it.each([undefined, null, -1, []])('with %j for a number is refused at its fields', (number) => {
    const typed = cardShape.safeParse({
      type: 'Visa',
      number,
      name: 'Adaeze Okafor',
      exp_month: 12,
      exp_year: 2030,
      ccid: '123',
    });
    expect(typed.error?.issues.map((issue) => issue.path.join('.'))).toContain('number');
  });
});

describe('a routing number', () => {
  it.each(ROUTING_NUMBERS)('%s is one', (number) => expect(isRoutingNumber(number)).toBe(true));

  it('with any one digit mistyped is caught', () => {
    for (const number of ROUTING_NUMBERS) {
      for (let i = 0; i < number.length; i++) {
        for (const digit of '0123456789') {
          if (digit !== number[i])
            expect(isRoutingNumber(number.slice(0, i) + digit + number.slice(i + 1))).toBe(false);
        }
      }
    }
  });

  it.each([
    '',
    '000000000',
    '11000000',
    '1100000000',
    '500000005',
    '130000006',
    '２１００００２１０',
    '110000001',
  ])('is not %j', (typed) => {
    expect(isRoutingNumber(typed)).toBe(false);
  });
});
