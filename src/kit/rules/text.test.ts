import { describe } from 'vitest';
import { z } from 'zod';
import { HIDDEN_MARKS } from '#tests/support/corpora/hidden-marks.ts';
import { bounds } from '#tests/support/forms/rule-bounds.ts';
import {
  alpha,
  alphaDash,
  alphaNum,
  alphaSpaces,
  dashedPhone,
  emailAddress,
  exactLength,
  ipAddress,
  maxLength,
  minLength,
  noWebAddress,
  oneLine,
  regex,
  webAddress,
} from './text.ts';

const text = z.string();
const NOT_VALID = 'The field value is not valid';
const REQUIRED = 'The field field is required';
const x = (n: number) => 'x'.repeat(n);

/** `a@` and a domain of `n` characters, in labels of at most 63. */
const atDomainOf = (n: number) => `a@${`${x(39)}.`.repeat(10).slice(0, n - 4)}.com`;

/** @shows A-255 A-268 A-275 */
describe('an e-mail address', () => {
  bounds('has its shape', text.check(emailAddress()), {
    takes: ['a@b.co', 'ada.okafor+bus@school.example', ''],
    refuses: [
      'abc',
      'ada@',
      '@okafor.example',
      'ada@okafor',
      'a@b@c.example',
      'ada@-okafor.example',
      'ada@okafor..example',
      `ada@${x(64)}.example`,
    ],
    says: 'The field field must be a valid email',
  });
  bounds('has at most 64 characters before the @', text.check(emailAddress()), {
    takes: [`${x(63)}@okafor.example`, `${x(64)}@okafor.example`],
    refuses: [`${x(65)}@okafor.example`],
    says: 'The field field must be a valid email',
  });
  bounds('has at most 254 characters behind the @', text.check(emailAddress()), {
    takes: [atDomainOf(253), atDomainOf(254)],
    refuses: [atDomainOf(255)],
    says: 'The field field must be a valid email',
  });
  bounds('is a text', text.check(emailAddress()), {
    takes: [],
    refuses: [7, true, ['a@b.co'], {}],
    says: NOT_VALID,
  });
  bounds('that is missing is asked for', text.check(emailAddress()), {
    takes: [],
    refuses: [null, undefined],
    says: REQUIRED,
  });
});

/** @shows MD15.1 */
describe('the local part of an address', () => {
  bounds('has each sign that the HTML standard gives it', text.check(emailAddress()), {
    takes: [
      'mom&dad@okafor.example',
      'smith=jones@okafor.example',
      '!def@okafor.example',
      'mary/bob@okafor.example',
      "!#$%&'*+-/=?^_`{|}~@okafor.example",
      'ada..okafor.@okafor.example',
      'ada@7.okafor-family.example',
    ],
    refuses: [],
    says: '',
  });
});

/** @shows MD15.3 */
describe('an e-mail address that cannot be taken', () => {
  bounds('names the sign that it cannot have', text.check(emailAddress()), {
    takes: [],
    refuses: ['ádá@okafor.example'],
    says: 'The field field must be a valid email. An email address can’t have “á” there',
  });
  bounds('names the sign that its domain cannot have', text.check(emailAddress()), {
    takes: [],
    refuses: ['ada@okafor_family.example', 'ada@okafor.example_'],
    says: 'The field field must be a valid email. An email address can’t have “_” there',
  });
  bounds('has no space', text.check(emailAddress()), {
    takes: [],
    refuses: ['a b@okafor.example', 'ada@okafor. example', 'ada@\u00a0okafor.example'],
    says: 'The field field must be a valid email. An email address can’t have a space',
  });
  bounds('has nothing that nobody sees', text.check(emailAddress()), {
    takes: [],
    refuses: ['a\u200bda@okafor.example', 'ada@okafor\u00ad.example'],
    says: 'The field field must be a valid email. It has an invisible character. Please type it again',
  });
});

/** @shows A-256 A-257 A-268 */
describe('the length of a text', () => {
  bounds('is 6 or more', text.check(minLength(6)), {
    takes: ['', x(6), x(7)],
    refuses: [x(1), x(5)],
    says: 'The field field must be at least 6 characters',
  });
  bounds('is 255 or less', text.check(maxLength(255)), {
    takes: ['', x(254), x(255)],
    refuses: [x(256)],
    says: 'The field field may not be greater than 255 characters',
  });
  bounds('is 4 and not less', text.check(exactLength(4)), {
    takes: [x(4)],
    refuses: [x(3)],
    says: 'The field field must be at least 4 characters',
  });
  bounds('is 4 and not more', text.check(exactLength(4)), {
    takes: [],
    refuses: [x(5)],
    says: 'The field field may not be greater than 4 characters',
  });
  bounds('is one of a text', text.check(maxLength(4)), {
    takes: [],
    refuses: [12, [1], false],
    says: NOT_VALID,
  });
});

/** @shows A-262 A-271 A-352 */
describe('the shape of a text', () => {
  bounds('is the one that its field names', text.check(regex(/^[A-Z]{2}\d$/)), {
    takes: ['', 'NY1'],
    refuses: ['ny1', 'NY', 'NY12', ' NY1'],
    says: 'The field field format is invalid',
  });
  bounds('of a phone is ddd-ddd-dddd', text.check(dashedPhone()), {
    takes: ['914-555-0101', '202-200-0000', ''],
    refuses: ['9145550', '9145550101', '914-555-010', '914-555-01011', '(914) 555-0101', '９１４-555-0101'],
    says: 'Must be in format: 123-456-7890',
  });
});

/** @shows MD6.2 */
describe('the area code and the exchange of a phone', () => {
  bounds('begin with 2 to 9', text.check(dashedPhone()), {
    takes: ['202-200-0000', '914-955-0101'],
    refuses: ['123-456-7890', '091-455-5010', '914-155-0101', '914-055-0101'],
    says: 'Must be in format: 123-456-7890',
  });
});

/** @shows A-266 A-270 */
describe('letters', () => {
  bounds('alone', text.check(alpha()), {
    takes: ['', 'Ada', 'Zoë', '陈'],
    refuses: ['Ada1', 'Ada Obi', 'a-b', '_'],
    says: NOT_VALID,
  });
  bounds('and digits', text.check(alphaNum()), {
    takes: ['', 'Ada1', '42'],
    refuses: ['Ada 1', 'a-1', '1.5'],
    says: NOT_VALID,
  });
  bounds('digits, dashes and underscores', text.check(alphaDash()), {
    takes: ['', 'a-b_1'],
    refuses: ['a b', 'a.b', 'a/b'],
    says: NOT_VALID,
  });
  bounds('and spaces', text.check(alphaSpaces()), {
    takes: ['', 'Ada Obi'],
    refuses: ['Ada 1', 'Ada-Obi'],
    says: NOT_VALID,
  });
});

/** @shows A-263 A-272 */
describe('an address', () => {
  bounds('on the web starts with http or https', text.check(webAddress()), {
    takes: ['', 'https://school.example', 'http://school.example:8080/a?b=1#c'],
    refuses: [
      'school.example',
      'ftp://school.example',
      'javascript:alert(1)',
      'https://',
      'https:///path',
      'https://a b.example',
    ],
    says: 'The field field is not a valid URL',
  });
  bounds('of a machine is IPv4 or IPv6', text.check(ipAddress()), {
    takes: ['', '0.0.0.0', '255.255.255.255', '::1', '2001:db8::8a2e:370:7334'],
    refuses: ['256.0.0.1', '1.2.3', '1.2.3.4.5', '2001:db8::g', 'school.example'],
    says: NOT_VALID,
  });
});

/** @shows H15.1 */
describe('a text of one line', () => {
  bounds('looks as it is', text.check(oneLine()), {
    takes: [
      'Ada Okafor',
      'Мария',
      'محمد',
      'می\u200cخواهم',
      'क्\u200dष',
      '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
      'O’Neil-Šimić',
      '',
    ],
    refuses: HIDDEN_MARKS.map(([, mark]) => `Ada${mark}Okafor`),
    says: 'The field field must be a single line without invisible characters',
  });
});

/** @shows H15.2 */
describe('the name of a person', () => {
  bounds('holds no address of the web', text.check(noWebAddress()), {
    takes: ['Ada', 'J.R. Okafor', 'St.John', 'J.De Vries', ''],
    refuses: [
      'http://evil.example',
      'see evil.com',
      'Evil.Com/pay',
      'www.evil.example',
      'pay-here.io now',
      'ftp://x',
      'xn--80ak6aa92e.com',
    ],
    says: 'The field field must not contain a web address',
  });
});
