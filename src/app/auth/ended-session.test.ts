import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startStubServer, type Reply, type Seen, type StubServer } from '#tests/support/http/stub-server.ts';
import { listOptions, updateUser, type User } from '#modules/accounts/accounts.contract.ts';
import { call, callForOne, onDeadToken, setApiBase } from '#app/api/client.ts';
import { safeSessionStorage } from '#app/api/storage.ts';
import { currentToken, forgetLogin, storeLogin } from '#app/api/tokens.ts';
import {
  endWaitWithOtherTab,
  giveUpSession,
  logInAgain,
  replaceDeadToken,
  sayingNothingCharged,
} from './ended-session.ts';
import { changeSession, currentSession, stayHere } from './session-state.ts';

let server: StubServer;
let visited: string[];

const user = { id: 7, first_name: 'Adaeze', last_name: 'Okafor', email: 'a@b.example', roles: [] };
const one = (item: object): Reply => ({ status: 200, body: { success: true, items: [item] } });
const unauthenticated: Reply = { status: 401, body: { success: false, errors: ['Unauthenticated.'] } };

beforeAll(async () => {
  server = await startStubServer();
  setApiBase(server.address);
});
afterAll(() => server.close());
beforeEach(() => {
  server.seen = [];
  server.answer = portal();
  visited = [];
  vi.stubGlobal('location', {
    pathname: '/dashboard/profile',
    search: '',
    hash: '',
    assign: (path: string) => visited.push(path),
    reload: () => visited.push('anew'),
  });
  stayHere();
  changeSession({ user: user as unknown as User, hasEnded: false });
  storeLogin({ access_token: 'old' }, true);
  onDeadToken(replaceDeadToken);
});
afterEach(async () => {
  // Nothing may wait on into the next test.
  stayHere();
  server.answer = portal();
  storeLogin({ access_token: 'new' }, true);
  endWaitWithOtherTab();
  await vi.waitUntil(() => !currentSession().hasEnded);
  changeSession({ user: undefined });
  forgetLogin();
  vi.unstubAllGlobals();
  onDeadToken(async () => undefined);
});

/** A portal on which the password is `right`, and only the token that it brings is alive. */
function portal(someone: object = user): (request: Seen) => Reply {
  return ({ url, headers, body }) => {
    if (url === '/api/login') {
      return JSON.parse(body).password === 'right'
        ? one({ access_token: 'new', refresh_token: 'r2', expires_in: 7200 })
        : { status: 400, body: { success: false, errors: ['invalid_credentials'] } };
    }
    if (headers.authorization !== 'Bearer new') return unauthenticated;
    return one(someone);
  };
}

const save = (first_name: string) => callForOne(updateUser, { params: { id: 7 }, body: { first_name } });
const untilAsked = () => vi.waitFor(() => expect(currentSession().hasEnded).toBe(true));
const writes = () => server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => body);

describe('a session that ends while somebody is at work', () => {
  /** @shows MA1.1 MA1.2 */
  it('asks for the password on the same page, and then makes the call once more', async () => {
    safeSessionStorage.setItem('contract', '{"typed":true}');
    const saving = save('Ada');
    await untilAsked();
    expect(currentSession().user?.id).toBe(7);
    await logInAgain('right');
    await expect(saving).resolves.toMatchObject({ id: 7 });
    expect(writes()).toEqual(['{"first_name":"Ada"}', '{"first_name":"Ada"}']);
    expect(currentSession().hasEnded).toBe(false);
    expect(safeSessionStorage.getItem('contract')).toBe('{"typed":true}');
    expect(visited).toEqual([]);
  });

  /** @shows MA1.5 */
  it('asks once for all calls that wait, and they go on together', async () => {
    const saving = Promise.all(['Ada', 'Bea', 'Cea'].map(save));
    await untilAsked();
    await logInAgain('right');
    await expect(saving).resolves.toHaveLength(3);
    expect(server.seen.filter(({ url }) => url === '/api/login')).toHaveLength(1);
  });

  /** @shows MP10.2 */
  it('says that nothing was charged where the first request of a payment waits, and only there', async () => {
    const noting = sayingNothingCharged(true);
    const paying = noting(() => save('Ada'));
    await untilAsked();
    expect(currentSession().endedNote).toContain('Nothing was charged.');
    await logInAgain('right');
    await paying;
    expect(currentSession().endedNote).toBeNull();
    // A repetition after a lost answer, and a key that was sent before, may have moved money.
    for (const repeat of [noting, sayingNothingCharged(false)]) {
      storeLogin({ access_token: 'old' }, true);
      const repeated = repeat(() => save('Ada'));
      await untilAsked();
      expect(currentSession().endedNote).toBeNull();
      await logInAgain('right');
      await repeated;
    }
  });

  it('goes on asking after a wrong password, and sends nothing', async () => {
    const saving = save('Ada');
    await untilAsked();
    await expect(logInAgain('wrong')).rejects.toMatchObject({ data: { errors: ['invalid_credentials'] } });
    expect([currentSession().hasEnded, writes().length]).toEqual([true, 1]);
    await logInAgain('right');
    await saving;
  });

  it('stays logged in for as long as was wanted before', async () => {
    const saving = save('Ada');
    await untilAsked();
    await logInAgain('right');
    await saving;
    expect(currentToken()).not.toHaveProperty('refresh_token');
    storeLogin({ access_token: 'old', refresh_token: 'r1' }, true);
    const again = save('Bea');
    await untilAsked();
    await logInAgain('right');
    await again;
    expect(currentToken()).toMatchObject({ refresh_token: 'r2' });
  });

  /** @shows MA1.6 */
  it('goes on when the same person has logged in in another tab', async () => {
    const saving = save('Ada');
    await untilAsked();
    storeLogin({ access_token: 'new' }, true);
    expect(endWaitWithOtherTab()).toBe(true);
    await expect(saving).resolves.toMatchObject({ id: 7 });
  });

  it('waits on when another tab has logged out', async () => {
    void save('Ada').catch(() => undefined);
    await untilAsked();
    forgetLogin();
    expect(endWaitWithOtherTab()).toBe(true);
    expect(currentSession()).toMatchObject({ hasEnded: true, user: { id: 7 } });
  });

  /** @shows MA1.7 */
  it('loads the page anew, without the draft, when another tab has logged in somebody else', async () => {
    void save('Ada').catch(() => undefined);
    await untilAsked();
    safeSessionStorage.setItem('contract', '{"typed":true}');
    server.answer = portal({ ...user, id: 8 });
    storeLogin({ access_token: 'new' }, true);
    safeSessionStorage.setItem('contract', '{"typed":true}');
    endWaitWithOtherTab();
    await vi.waitFor(() => expect(visited).toEqual(['anew']));
    expect(writes()).toHaveLength(1);
    expect(safeSessionStorage.getItem('contract')).toBeNull();
  });

  /** @shows MA1.7 */
  it('never sends what one person typed as another one', async () => {
    server.answer = ({ url, headers }) => {
      if (headers.authorization === 'Bearer old') {
        storeLogin({ access_token: 'new' }, true);
        return unauthenticated;
      }
      return one(url === '/api/user' ? { ...user, id: 8 } : user);
    };
    await expect(save('Ada')).rejects.toMatchObject({ status: 401 });
    expect([writes().length, visited]).toEqual([1, ['anew']]);
  });

  it('goes on without a question when this person has logged in again meanwhile', async () => {
    server.answer = (request) => {
      if (request.headers.authorization === 'Bearer old') storeLogin({ access_token: 'new' }, true);
      return portal()(request);
    };
    await expect(save('Ada')).resolves.toMatchObject({ id: 7 });
    expect(currentSession().hasEnded).toBe(false);
  });

  /** @shows MA1.8 */
  it('leads to the login page, and back, for somebody who logs out instead', async () => {
    void save('Ada').catch(() => undefined);
    await untilAsked();
    giveUpSession();
    expect(currentToken()).toBeUndefined();
    expect(visited).toEqual(['/login?redirectPath=%2Fdashboard%2Fprofile']);
  });
});

describe('a dead token', () => {
  /** @shows MA1.9 */
  it('leads home from the start of a page, where nobody is known yet', async () => {
    changeSession({ user: undefined });
    await expect(call(listOptions)).rejects.toMatchObject({ status: 401 });
    expect([visited, currentToken(), currentSession().hasEnded]).toEqual([['/'], undefined, false]);
  });

  /** @shows MA1.9 */
  it('of an impersonation ends that alone', async () => {
    safeSessionStorage.setItem('impersonate_token', '{"access_token":"theirs"}');
    await expect(save('Ada')).rejects.toMatchObject({ status: 401 });
    expect([visited, currentSession().hasEnded]).toEqual([['/admin/users/parents/7'], false]);
    expect(currentToken()?.access_token).toBe('old');
  });

  it('is none when a 401 says anything else', async () => {
    server.answer = () => ({ status: 401, body: { success: false, errors: ['Not now.'] } });
    await expect(save('Ada')).rejects.toMatchObject({ status: 401 });
    expect(currentSession().hasEnded).toBe(false);
  });
});
