import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { findSecrets } from '#tests/support/database/find-secrets.ts';

const CODE = '047';

describe('the search for what must not be kept', () => {
  it.each([
    ['by itself', 'the code was 047.'],
    ['between commas of a row', '(12,047,2026-11-26)'],
    ['in hex', `\\x ${Buffer.from(CODE).toString('hex')}`],
    ['in base64', `code=${Buffer.from(CODE).toString('base64')}`],
    ['after a time', '02:20:53.1 047'],
    ['behind a date', '2026-11-26 047+00'],
    ['in a time that is none of a moment', 'at 02:20:53.047'],
  ])('finds a short secret %s', (_, text) => {
    expect(findSecrets(text, [CODE])).toEqual([CODE]);
  });

  it.each([
    ['a longer number', '10047 or 0471'],
    ['an id', '0d0c5d4e-047a-4047-8047-0470470470aa'],
    ['the milliseconds of a moment in a row', '(7,"2026-11-26 02:20:53.047+00",f)'],
    ['the milliseconds of a moment in JSON', '{"at":"2026-11-26T02:20:53.047Z"}'],
  ])('does not take %s for one', (_, text) => {
    expect(findSecrets(text, [CODE])).toEqual([]);
  });

  it('finds a long secret wherever it stands', () => {
    const number = '4242424242424242';
    expect(findSecrets(`x${number}y`, [number, '4000000000000002'])).toEqual([number]);
  });
});
