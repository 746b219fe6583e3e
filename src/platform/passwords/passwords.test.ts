import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { hashPassword, isOutdated, isPassword } from './passwords.ts';

const COMPOSED = 'Pässwörd-é-2027'.normalize('NFC');
const DECOMPOSED = COMPOSED.normalize('NFD');
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** @shows MD17.1 */
describe('a hash', () => {
  it.each([
    [COMPOSED, DECOMPOSED],
    [DECOMPOSED, COMPOSED],
    ['a\u00a0long one', 'a long one'],
  ])('of %j is that of %j', async (set, typed) => {
    const made = await hashPassword(set);
    expect(await isPassword(typed, made)).toBe(true);
    expect(await isPassword(`${typed}!`, made)).toBe(false);
  });
});

/** @shows MD17.2 */
describe('a hash of an earlier version', () => {
  it('is of the password as it was typed, still opens the account, and is made anew', async () => {
    const made = await hash(DECOMPOSED, COST);
    expect(await isPassword(DECOMPOSED, made)).toBe(true);
    expect(isOutdated(made, DECOMPOSED)).toBe(true);
  });

  it('of plain letters stays as it is', async () => {
    const made = await hash('a long enough one', COST);
    expect(await isPassword('a long enough one', made)).toBe(true);
    expect(isOutdated(made, 'a long enough one')).toBe(false);
  });
});
