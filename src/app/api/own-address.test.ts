import { describe, expect, it } from 'vitest';
import { isOwnApiAddress } from './own-address.ts';

const HERE = 'https://portal.example';

describe('the link of a verification mail', () => {
  it.each([
    '/api/verify-email/abc',
    '/api/verify-email/abc?signature=x&expires=1',
    'https://portal.example/api/verify-email/abc',
  ])('may be followed on our own API: %s', (link) => {
    expect(isOwnApiAddress(link, HERE)).toBe(true);
  });

  it.each([
    '',
    'https://evil.example/api/verify-email/abc',
    '//evil.example/api/x',
    '/\\evil.example/api/x',
    'http://portal.example/api/x',
    'javascript:alert(1)',
    '/login',
    '/api/../login',
    '/apiary',
    'https://user:word@portal.example/api/x',
    'https://portal.example.evil.example/api/x',
    '/api/ x',
    'data:text/html,/api/',
  ])('leads nowhere else: %s', (link) => {
    expect(isOwnApiAddress(link, HERE)).toBe(false);
  });
});
