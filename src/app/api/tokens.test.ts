import { describe, expect, it } from 'vitest';
import { safeDrawer } from './storage.ts';
import { currentToken, forgetLogin, isImpersonating, storeLogin } from './tokens.ts';
import { sessionDrawer } from './storage.ts';

describe('the stored login', () => {
  it('keeps the refresh token only when the person wants to be kept logged in', () => {
    storeLogin({ access_token: 'a', refresh_token: 'r' }, false);
    expect(currentToken()).toEqual({ access_token: 'a' });
    storeLogin({ access_token: 'a', refresh_token: 'r' }, true);
    expect(currentToken()).toEqual({ access_token: 'a', refresh_token: 'r' });
  });

  it('clears the contract draft of the person before', () => {
    sessionDrawer.setItem('contract', '{}');
    storeLogin({ access_token: 'a' }, true);
    expect(sessionDrawer.getItem('contract')).toBeNull();
  });

  it('gives way to an impersonation, stored as a record or bare', () => {
    storeLogin({ access_token: 'mine' }, true);
    sessionDrawer.setItem('impersonate_token', '{"access_token":"theirs"}');
    expect(currentToken()?.access_token).toBe('theirs');
    sessionDrawer.setItem('impersonate_token', 'bare-token');
    expect(currentToken()?.access_token).toBe('bare-token');
    expect(isImpersonating()).toBe(true);
  });

  it('is gone after a logout, with the impersonation and the draft', () => {
    storeLogin({ access_token: 'mine' }, true);
    sessionDrawer.setItem('impersonate_token', 'x');
    sessionDrawer.setItem('contract', '{}');
    forgetLogin();
    expect(currentToken()).toBeUndefined();
    expect(sessionDrawer.getItem('contract')).toBeNull();
  });
});

describe('storage that throws', () => {
  it('is replaced by memory, so that a framed page still works', () => {
    const drawer = safeDrawer(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    drawer.setItem('key', 'value');
    expect(drawer.getItem('key')).toBe('value');
    drawer.removeItem('key');
    expect(drawer.getItem('key')).toBeNull();
  });
});
