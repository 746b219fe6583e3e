import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { isProof } from '#kit/endpoint/take-turn.ts';
import { searchProof } from './proof-of-work.ts';

/** @shows MH5.6 */
it('a browser finds the first number whose digest the portal takes', async () => {
  for (const challenge of ['w.1775829780000.bRSkTYpf3pLh', 'w.1775829780000.u7']) {
    const isTaken = (nr: number) => isProof(createHash('sha256').update(`${challenge}.${nr}`).digest());
    const found = await searchProof(challenge);
    let first = 0;
    while (!isTaken(first)) first += 1;
    expect(found).toBe(first);
  }
});
