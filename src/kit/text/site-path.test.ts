import { expect, it } from 'vitest';
import { REDIRECT_CORPUS } from '#tests/support/corpora/redirect-corpus.ts';
import { safeSitePath } from './site-path.ts';

it.each(['/', '/dashboard/orders/12', '/contract?school=hm-lower#step', '/%2F%2Fevil.example', '/a//b'])(
  '%s stays on the site',
  (path) => {
    expect(safeSitePath(path)).toBe(path);
  },
);

it.each([
  '',
  null,
  undefined,
  'dashboard',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/a b',
  '/\tevil',
  '/\n/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/\u0000',
  `/${'a'.repeat(512)}`,
])('%j does not', (path) => {
  expect(safeSitePath(path)).toBeUndefined();
});

it('none of many addresses that look like a path leads a browser away', () => {
  expect(REDIRECT_CORPUS.length).toBeGreaterThan(60);
  expect(REDIRECT_CORPUS.filter((path) => safeSitePath(path) !== undefined)).toEqual([]);
});
