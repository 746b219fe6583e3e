import { describe } from 'vitest';
import { z } from 'zod';
import { bounds } from '#tests/support/forms/rule-bounds.ts';
import { between, creditCard, decimal, digits, integer, maxValue, minValue, numeric } from './number.ts';

const text = z.string();
const number = z.number();
const NOT_VALID = 'The field value is not valid';
const NUMERIC = 'The field field must be numeric and may contain decimal points';

/** @shows A-260 A-270 */
describe('a number as it is typed', () => {
  bounds('may contain decimal points', text.check(numeric()), {
    takes: ['', '0', '-1', '12', '12.345'],
    refuses: ['abc', '1,5', '1.', '.5', '1e3', '1 2', '$1'],
    says: NUMERIC,
  });
  bounds('has no more than 2 decimals', text.check(decimal(2)), {
    takes: ['', '1', '1.5', '1.55'],
    refuses: ['1.555', 'abc', '1.', '1,50'],
    says: NUMERIC,
  });
  bounds('may be a number already', number.check(decimal(2)), {
    takes: [0, 185.5, 2200.55],
    refuses: [1.555, 0.1 + 0.2, 1e21],
    says: NUMERIC,
  });
  bounds('is a whole one', text.check(integer()), {
    takes: ['', '0', '-7', '007'],
    refuses: ['1.0', '1.5', 'abc', '1e3', '٣'],
    says: NOT_VALID,
  });
  bounds('is no list and no answer', number.check(decimal(2)), {
    takes: [],
    refuses: ['12', [12], true, Number.NaN],
    says: NOT_VALID,
  });
  bounds('that is missing is asked for', number.check(decimal(2)), {
    takes: [],
    refuses: [null, undefined],
    says: 'The field field is required',
  });
});

/** @shows A-261 A-270 */
describe('a code of 5 digits', () => {
  bounds('keeps its zeros', text.check(digits(5)), {
    takes: ['', '00501', '10471'],
    refuses: ['1047', '104711', '1047a', '-1047', '10 47'],
    says: 'The field field must be numeric and contains exactly 5 digits',
  });
});

/** @shows A-258 A-269 */
describe('a bound of a number', () => {
  bounds('at the bottom', text.check(minValue(1)), {
    takes: ['', '1', '1.01', '2'],
    refuses: ['0', '0.99', '-1'],
    says: 'The field field must be 1 or more',
  });
  bounds('at the top', text.check(maxValue(4800)), {
    takes: ['', '4799.99', '4800'],
    refuses: ['4800.01', '4801'],
    says: 'The field field must be 4800 or less',
  });
  bounds('at both sides, below', number.check(...between(1, 12)), {
    takes: [1, 2, 11, 12],
    refuses: [0, 0.5],
    says: 'The field field must be 1 or more',
  });
  bounds('at both sides, above', number.check(...between(1, 12)), {
    takes: [],
    refuses: [12.5, 13],
    says: 'The field field must be 12 or less',
  });
});

/** @shows A-265 A-272 */
describe('a card number', () => {
  bounds('fits a pattern and has its checksum', text.check(creditCard([/^4\d{15}$/])), {
    takes: ['', '4111111111111111', '4111 1111 1111 1111', '4111-1111-1111-1111'],
    refuses: ['4111111111111112', '411111111111111', '41111111111111111', '5555555555554444', 'abcd'],
    says: 'The field field is invalid',
  });
});
