import { describe, expect, it } from 'vitest';
import { safeSitePath } from '#kit/text/site-path.ts';
import { loginPath } from './login-path.ts';

describe('the way back after a login', () => {
  it('is a path of this site', () => {
    expect(safeSitePath('/contract?school=hm&step=1')).toBe('/contract?school=hm&step=1');
  });

  it.each([
    undefined,
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example/x',
    '/..//evil.example',
    'javascript:alert(1)',
    'contract',
  ])('is never %s', (given) => {
    expect(safeSitePath(given)).toBeUndefined();
  });

  it('is the page on which Log in was pressed, or home when that page was on the way already', () => {
    expect(loginPath({ pathname: '/hm', search: '', hash: '' })).toBe('/login?redirectPath=%2Fhm');
    expect(loginPath({ pathname: '/news', search: '?x=1', hash: '#top' })).toBe(
      '/login?redirectPath=%2Fnews%3Fx%3D1%23top',
    );
    expect(loginPath({ pathname: '/forgot-password', search: '?redirectPath=%2Fhm', hash: '' })).toBe(
      '/login?redirectPath=%2F',
    );
  });
});
