import { describe, expect, it } from 'vitest';
import { safeLocalStorage, safeSessionStorage, safeStorage } from './storage.ts';
import { currentToken, forgetLogin, isImpersonating, storeLogin } from './tokens.ts';

describe('the stored login', () => {
  it('keeps the refresh token only when the person wants to be kept logged in', () => {
    storeLogin({ access_token: 'a', refresh_token: 'r' }, false);
    expect(currentToken()).toEqual({ access_token: 'a' });
    storeLogin({ access_token: 'a', refresh_token: 'r' }, true);
    expect(currentToken()).toEqual({ access_token: 'a', refresh_token: 'r' });
  });

  it('clears the contract draft of the person before', () => {
    safeSessionStorage.setItem('contract', '{}');
    storeLogin({ access_token: 'a' }, true);
    expect(safeSessionStorage.getItem('contract')).toBeNull();
  });

  /** @shows MA10.6 */
  it('ends what an earlier reset of the password was for', () => {
    safeLocalStorage.setItem('reset_password_redirect_path', '/contract');
    storeLogin({ access_token: 'a' }, true);
    expect(safeLocalStorage.getItem('reset_password_redirect_path')).toBeNull();
  });

  it('gives way to an impersonation, stored as a record or bare', () => {
    storeLogin({ access_token: 'mine' }, true);
    safeSessionStorage.setItem('impersonate_token', '{"access_token":"theirs"}');
    expect(currentToken()?.access_token).toBe('theirs');
    safeSessionStorage.setItem('impersonate_token', 'bare-token');
    expect(currentToken()?.access_token).toBe('bare-token');
    expect(isImpersonating()).toBe(true);
  });

  it('is gone after a logout, with the impersonation and the draft', () => {
    storeLogin({ access_token: 'mine' }, true);
    safeSessionStorage.setItem('impersonate_token', 'x');
    safeSessionStorage.setItem('contract', '{}');
    forgetLogin();
    expect(currentToken()).toBeUndefined();
    expect(safeSessionStorage.getItem('contract')).toBeNull();
  });
});

describe('storage that throws', () => {
  it('is replaced by memory, so that a framed page still works', () => {
    const storage = safeStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    storage.setItem('key', 'value');
    expect(storage.getItem('key')).toBe('value');
    storage.removeItem('key');
    expect(storage.getItem('key')).toBeNull();
  });
});
