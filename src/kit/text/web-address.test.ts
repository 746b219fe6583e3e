import { expect, it } from 'vitest';
import { holdsWebAddress } from './web-address.ts';

/** @shows MH16.2 MD14.1 */
it.each([
  'J.De Vries',
  'S.In-ho',
  'Ma.De los Angeles',
  'R.Co',
  'van.de Berg',
  'J.R. Okafor',
  'M.C. Escher',
  'A.B.De Vries',
  'St.John',
  'Dr. Org',
  'J.Kim',
  'Jean.Pierre',
  'María.José',
  'Ada Me',
  'Com',
  'А.С. Пушкин',
])('%s is a name', (name) => expect(holdsWebAddress(name)).toBe(false));

/** @shows MH16.2 */
it.each([
  'evil.com',
  'see evil.com now',
  'Evil.Com/pay',
  'x.com',
  'J.Com',
  'www.evil.example',
  'http://x',
  'ftp://x',
  'pay-here.io now',
  'pay.monster',
  'photos.zip',
  'evil.co',
  'evil.example.de',
  't.me/joinus',
  'a.de:8080/x',
  'ada@evil.com',
  'ｅｖｉｌ．ｃｏｍ',
  'evil。com',
  'xn--80ak6aa92e.com',
  'example.xn--p1ai',
  'платить.рф',
  '支付.公司',
  'Maria.Kim',
])('%s holds an address that a mail program makes a link of', (name) =>
  expect(holdsWebAddress(name)).toBe(true),
);

it('a text of any length is read in a moment', () => {
  const before = performance.now();
  for (const text of ['a'.repeat(100_000), 'a.'.repeat(50_000), `a${' '.repeat(100_000)}b`])
    expect(holdsWebAddress(text)).toBe(false);
  expect(performance.now() - before).toBeLessThan(1_000);
});
