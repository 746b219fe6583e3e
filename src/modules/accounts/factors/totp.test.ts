import { describe, expect, it } from 'vitest';
import { codeOf } from '#tests/support/app/second-factor.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.service.ts';

/** The secret of RFC 6238, appendix B, in Base32; the RFC's codes have eight digits, these the last six. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);
const fresh = { secret: SECRET, last_step: null };

/** @shows H2.9 */
describe('the code of an authenticator app', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
  ])('at %i seconds is %s, as RFC 6238 has it', (seconds, code, step) => {
    expect(stepOfCode(fresh, code, at(seconds))).toBe(step);
  });

  it('is good for its half minute and the one after, to the second, and not before', () => {
    const begins = 1_234_567_890;
    const code = codeOf(SECRET, at(begins));
    const found = [-1, 0, 29, 30, 59, 60].map((off) => stepOfCode(fresh, code, at(begins + off)));
    expect(found).toEqual([undefined, ...Array(4).fill(41_152_263), undefined]);
  });

  it('is refused once it, or one after it, was taken', () => {
    const [before, now] = [codeOf(SECRET, at(1_234_567_860)), codeOf(SECRET, at(1_234_567_890))];
    const taken = { secret: SECRET, last_step: 41_152_263 };
    expect(stepOfCode(taken, now, at(1_234_567_890))).toBeUndefined();
    expect(stepOfCode(taken, before, at(1_234_567_890))).toBeUndefined();
    expect(stepOfCode(taken, codeOf(SECRET, at(1_234_567_920)), at(1_234_567_920))).toBe(41_152_264);
  });

  it.each(['', '12345', '1234567', 'abcdef', '12 345', '١٢٣٤٥٦'])('is no other text: %j', (code) => {
    expect(stepOfCode(fresh, code, at(59))).toBeUndefined();
  });
});

describe('what an authenticator app is given', () => {
  it('is a secret of 160 bits, another one each time', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });

  it('names company and account', () => {
    const uri = new URL(totpUri({ secret: SECRET, company: 'Harbor & Line', email: 'a@b.example' }));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Harbor & Line:a@b.example',
    ]);
    expect([uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([
      SECRET,
      'Harbor & Line',
    ]);
  });
});
