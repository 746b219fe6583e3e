import { describe, expect, it } from 'vitest';
import { isVerificationLink } from './verification-link.ts';

const HERE = 'https://portal.example';

/** @shows H17.2 */
describe('the link of a verification mail', () => {
  it.each([
    '/api/verify-email/abc',
    '/api/verify-email/abc?signature=x&expires=1',
    'https://portal.example/api/verify-email/abc',
  ])('may be followed on our own API: %s', (link) => {
    expect(isVerificationLink(link, HERE)).toBe(true);
  });

  it.each([
    '',
    'https://evil.example/api/verify-email/abc',
    '//evil.example/api/x',
    '/\\evil.example/api/x',
    'http://portal.example/api/x',
    'javascript:alert(1)',
    '/login',
    '/api/user',
    '/api/verify-email/',
    '/api/verify-email/../user',
    '/api/verify-email/a/b',
    '/api/student/4/delete',
    '/api/../login',
    '/apiary',
    'https://user:word@portal.example/api/x',
    'https://portal.example.evil.example/api/x',
    '/api/ x',
    'data:text/html,/api/',
  ])('leads nowhere else: %s', (link) => {
    expect(isVerificationLink(link, HERE)).toBe(false);
  });
});
