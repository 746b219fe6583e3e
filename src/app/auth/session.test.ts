import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startStubServer, type StubServer, type Reply } from '#tests/support/http/stub-server.ts';
// The session loads the declarations at its first call; here they are read before the clock of a test runs.
import '#modules/accounts/accounts.contract.ts';
import { setApiBase } from '#app/api/client.ts';
import { safeLocalStorage, safeSessionStorage } from '#app/api/storage.ts';
import { currentToken, forgetLogin, storeLogin } from '#app/api/tokens.ts';
import { loadUser, logIn, signUp } from './session.ts';
import { changeSession, currentSession } from './session-state.ts';

let server: StubServer;

beforeAll(async () => {
  server = await startStubServer();
  setApiBase(server.address);
});
afterAll(() => server.close());
beforeEach(() => {
  server.seen = [];
  forgetLogin();
  // It outlives a Log Out, and the files of tests share the storage of their process.
  safeLocalStorage.removeItem('known_browser');
  changeSession({ user: undefined, hasEnded: false, isUnsure: false, errors: [] });
});

const one = (item: object): Reply => ({ status: 200, body: { success: true, items: [item] } });
const token = { access_token: 'a', refresh_token: 'r', expires_in: 7200 };
const user = {
  id: 7,
  first_name: 'Adaeze',
  last_name: 'Okafor',
  email: 'a@b.example',
  roles: [],
  is_impersonated: false,
};

/** Answers login and user as the portal would. */
function portal(): void {
  server.answer = ({ url }) => {
    if (url === '/api/login') return one(token);
    if (url === '/api/register' || url === '/api/user') return one(user);
    return { status: 404, body: { success: false, errors: ['Not found.'] } };
  };
}

describe('a session', () => {
  /** @shows A-187 */
  it('makes no call for the user of a visitor without a token', async () => {
    portal();
    await loadUser();
    expect(server.seen).toEqual([]);
    expect(currentSession().user).toBeUndefined();
  });

  it('begins with a login: email in lower case, token stored, draft gone, user known', async () => {
    portal();
    safeSessionStorage.setItem('contract', '{}');
    await logIn({ email: 'Adaeze@Okafor.example', password: 'secret1' }, true);
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
      email: 'adaeze@okafor.example',
      password: 'secret1',
    });
    expect(currentToken()).toMatchObject({ access_token: 'a', refresh_token: 'r' });
    expect(safeSessionStorage.getItem('contract')).toBeNull();
    expect(currentSession()).toMatchObject({ user: { id: 7 }, isFreshLogin: true, isLoading: false });
  });

  it('follows a registration at once', async () => {
    portal();
    await signUp({
      first_name: 'A',
      last_name: 'O',
      email: 'New@b.example',
      password: 'secret1',
      password_confirmation: 'secret1',
    });
    expect(server.seen.map((request) => request.url)).toEqual(['/api/register', '/api/login', '/api/user']);
    expect(JSON.parse(server.seen[1]?.body ?? '').email).toBe('new@b.example');
  });

  it('stays closed after a wrong password, and says why', async () => {
    server.answer = () => ({ status: 400, body: { success: false, errors: ['invalid_credentials'] } });
    await expect(logIn({ email: 'a@b.example', password: 'wrong' }, true)).rejects.toMatchObject({
      data: { errors: ['invalid_credentials'] },
    });
    expect(currentToken()).toBeUndefined();
  });

  it('has not begun while the user could not be fetched, and says why', async () => {
    server.answer = ({ url }) =>
      url === '/api/login'
        ? one(token)
        : { status: 503, body: { success: false, errors: ['Back in a minute.'] } };
    await expect(logIn({ email: 'a@b.example', password: 'secret1' }, true)).rejects.toThrow(
      'Back in a minute.',
    );
    expect(currentSession().user).toBeUndefined();
  });

  /** @shows MA7.1 */
  it.each([500, 503, 429])('keeps the user when the portal answers %i for a while', async (status) => {
    storeLogin({ access_token: 'a' }, true);
    portal();
    await loadUser();
    server.answer = () => ({ status, body: { success: false, errors: ['Not now.'] } });
    await loadUser();
    expect(currentSession()).toMatchObject({ user: { id: 7 }, isUnsure: true, errors: ['Not now.'] });
    expect(currentToken()?.access_token).toBe('a');
    portal();
    await loadUser();
    expect(currentSession()).toMatchObject({ user: { id: 7 }, isUnsure: false, errors: [] });
  });

  /** @shows A-333 */
  it('keeps the errors of a user who could not be fetched', async () => {
    storeLogin({ access_token: 'a' }, true);
    server.answer = () => ({ status: 500, body: { success: false, errors: ['Broken.'] } });
    await loadUser();
    expect(currentSession()).toMatchObject({ user: undefined, errors: ['Broken.'] });
  });
});
