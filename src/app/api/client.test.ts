import { STATUS_CODES } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { refreshToken } from '#modules/accounts/accounts.contract.ts';
import { startStubServer, type StubServer, type Reply, type Seen } from '#tests/support/http/stub-server.ts';
import { ApiError } from './api-error.ts';
import { call, callForOne, onDeadToken, setApiBase, type DeadToken } from './client.ts';
import { setRefresher } from './refresh.ts';
import { currentToken, forgetLogin, storeLogin } from './tokens.ts';

const readThing = endpoint({
  name: 'readThing',
  summary: 'A thing',
  method: 'GET',
  path: '/thing/:name?',
  guard: 'account',
  params: z.object({ name: z.string().optional() }),
  item: z.object({ name: z.string() }),
  refusals: [],
});
const makeThing = endpoint({
  name: 'makeThing',
  summary: 'Make a thing',
  method: 'POST',
  path: '/thing',
  guard: 'account',
  body: z.object({ name: z.string(), note: z.string().optional() }),
  item: z.object({ name: z.string() }),
  refusals: [],
});

let server: StubServer;

beforeAll(async () => {
  server = await startStubServer();
  setApiBase(server.address);
  setRefresher((token) => callForOne(refreshToken, { body: { refresh_token: token } }));
});
afterAll(() => server.close());
beforeEach(() => {
  server.seen = [];
  forgetLogin();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  onDeadToken(async () => undefined);
});

const ok = (name = 'a'): Reply => ({ status: 200, body: { success: true, items: [{ name }] } });
const unauthenticated: Reply = { status: 401, body: { success: false, errors: ['Unauthenticated.'] } };
const freshToken = {
  status: 200,
  body: { success: true, items: [{ access_token: 'new', refresh_token: 'r2', expires_in: 7200 }] },
};

/** A server on which only the token `new` is alive, and `r1` may be exchanged once. */
function rotatingServer(): (request: Seen) => Reply {
  let exchanged = 0;
  return (request) => {
    if (request.url === '/api/refresh-token') return exchanged++ === 0 ? freshToken : unauthenticated;
    return request.headers.authorization === 'Bearer new' ? ok() : unauthenticated;
  };
}

describe('every call', () => {
  /** @shows A-295 A-296 A-299 A-172 B-270 */
  it('says that it wants JSON, that it comes from a page, and who is asking', async () => {
    server.answer = () => ok();
    storeLogin({ access_token: 'abc', refresh_token: 'r' }, true);
    await call(readThing, { params: { name: 'a b' } });
    expect(server.seen[0]).toMatchObject({ method: 'GET', url: '/api/thing/a%20b' });
    expect(server.seen[0]?.headers).toMatchObject({
      accept: 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      authorization: 'Bearer abc',
    });
  });

  /** @shows A-299 */
  it('carries no authorization for a visitor', async () => {
    server.answer = () => ok();
    await call(readThing, { params: {} });
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
  });

  const page = (csrf: string | undefined, cookie = '') =>
    vi.stubGlobal('document', {
      querySelector: () => (csrf === undefined ? null : { content: csrf }),
      cookie,
    });

  /** @shows A-297 A-300 B-270 */
  it('carries the token of the page’s meta tag, and that of the XSRF cookie', async () => {
    server.answer = () => ok();
    page('abc', 'theme=dark; XSRF-TOKEN=d%20e; other=1');
    await call(readThing, { params: {} });
    expect(server.seen[0]?.headers).toMatchObject({ 'x-csrf-token': 'abc', 'x-xsrf-token': 'd e' });
  });

  it('is made even when that cookie is damaged', async () => {
    server.answer = () => ok();
    page('abc', 'XSRF-TOKEN=100%');
    await call(readThing, { params: {} });
    expect(server.seen[0]?.headers['x-xsrf-token']).toBe('100%');
  });

  /** @shows A-298 */
  it('warns the console when the page has no such tag', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    server.answer = () => ok();
    page(undefined);
    await call(readThing, { params: {} });
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('CSRF token not found'));
    expect(server.seen[0]?.headers).not.toHaveProperty('x-csrf-token');
  });

  /** @shows B-300 */
  it('drops what is undefined from the body and gives back the items', async () => {
    server.answer = () => ok('made');
    await expect(callForOne(makeThing, { body: { name: 'x', note: undefined } })).resolves.toEqual({
      name: 'made',
    });
    expect(server.seen[0]?.body).toBe('{"name":"x"}');
  });
});

describe('a login that has run out', () => {
  /** @shows A-181 A-182 */
  it('is renewed once for four calls that fail together, and each is made again', async () => {
    server.answer = rotatingServer();
    storeLogin({ access_token: 'old', refresh_token: 'r1' }, true);
    const names = await Promise.all(Array.from({ length: 4 }, () => call(readThing, { params: {} })));
    expect(names).toHaveLength(4);
    expect(server.seen.filter((request) => request.url === '/api/refresh-token')).toHaveLength(1);
    expect(server.seen.filter((request) => request.url === '/api/thing')).toHaveLength(8);
    expect(currentToken()).toMatchObject({ access_token: 'new', refresh_token: 'r2' });
  });

  /** @shows A-182 A-331 */
  it('is tried again only once: a second 401 is passed on', async () => {
    server.answer = (request) => (request.url === '/api/refresh-token' ? freshToken : unauthenticated);
    storeLogin({ access_token: 'old', refresh_token: 'r1' }, true);
    await expect(call(readThing, { params: {} })).rejects.toMatchObject({ status: 401 });
    expect(server.seen.filter((request) => request.url === '/api/thing')).toHaveLength(2);
  });

  /** @shows A-183 */
  it('raises the original error, and logs the other, when it cannot be renewed', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.answer = (request) =>
      request.url === '/api/refresh-token'
        ? { status: 401, body: { success: false, errors: ['used twice'] } }
        : unauthenticated;
    storeLogin({ access_token: 'old', refresh_token: 'r1' }, true);
    await expect(call(readThing, { params: {} })).rejects.toMatchObject({
      data: { errors: ['Unauthenticated.'] },
    });
    expect(logged).toHaveBeenCalledOnce();
  });

  it('is not renewed again for a call whose 401 comes after everyone else has gone on', async () => {
    const answer = rotatingServer();
    let release = () => {};
    const late = new Promise<void>((resolve) => (release = resolve));
    server.answer = (request) =>
      request.headers.authorization === 'Bearer old' && request.url.endsWith('late')
        ? { ...unauthenticated, when: late }
        : answer(request);
    storeLogin({ access_token: 'old', refresh_token: 'r1' }, true);
    const waiting = call(readThing, { params: { name: 'late' } });
    await call(readThing, { params: {} });
    release();
    await expect(waiting).resolves.toHaveLength(1);
    expect(server.seen.filter((request) => request.url === '/api/refresh-token')).toHaveLength(1);
  });

  /** @shows A-331 */
  it.each([400, 403, 404, 409, 422, 500, 503])(
    'has not run out when the answer is %i: nothing is renewed',
    async (status) => {
      server.answer = () => ({ status, body: { success: false, errors: ['No.'] } });
      storeLogin({ access_token: 'old', refresh_token: 'r1' }, true);
      await expect(call(readThing, { params: {} })).rejects.toMatchObject({ status });
      expect(server.seen).toHaveLength(1);
    },
  );

  it('is not renewed for someone who did not want to be kept logged in', async () => {
    server.answer = rotatingServer();
    storeLogin({ access_token: 'old', refresh_token: 'r1' }, false);
    await expect(call(readThing, { params: {} })).rejects.toBeInstanceOf(ApiError);
    expect(server.seen.map((request) => request.url)).toEqual(['/api/thing']);
  });

  it('is reported only for a request that had a token', async () => {
    const ended = vi.fn(async (_dead: DeadToken) => undefined);
    onDeadToken(ended);
    server.answer = () => unauthenticated;
    await expect(call(readThing, { params: {} })).rejects.toBeInstanceOf(ApiError);
    expect(ended).not.toHaveBeenCalled();
    storeLogin({ access_token: 'old' }, true);
    await expect(call(readThing, { params: {} })).rejects.toBeInstanceOf(ApiError);
    expect(ended.mock.calls).toEqual([
      [{ path: '/thing/:name?', errors: ['Unauthenticated.'], used: { access_token: 'old' } }],
    ]);
  });

  /** @shows MA1.3 */
  it('sends the same body under the same key once more for somebody who has logged in again', async () => {
    server.answer = rotatingServer();
    storeLogin({ access_token: 'old' }, true);
    const body = { name: 'as it was sent' };
    onDeadToken(async () => {
      // What is typed while the call waits belongs to the next press.
      body.name = 'typed later';
      return { access_token: 'new' };
    });
    await expect(
      callForOne(makeThing, { body, headers: { 'idempotency-key': 'k1' } } as never),
    ).resolves.toEqual({ name: 'a' });
    expect(server.seen.map(({ body: sent, headers }) => [sent, headers['idempotency-key']])).toEqual([
      ['{"name":"as it was sent"}', 'k1'],
      ['{"name":"as it was sent"}', 'k1'],
    ]);
  });

  it('is passed on when the login that replaced it is refused too', async () => {
    server.answer = () => unauthenticated;
    storeLogin({ access_token: 'old' }, true);
    onDeadToken(async () => ({ access_token: 'new' }));
    await expect(call(readThing, { params: {} })).rejects.toMatchObject({ status: 401 });
    expect(server.seen).toHaveLength(2);
  });

  it('does not go on with a token that another tab has stored: it may be of somebody else', async () => {
    const asked = vi.fn(async (_dead: DeadToken) => undefined);
    onDeadToken(asked);
    storeLogin({ access_token: 'old', refresh_token: 'r1' }, true);
    server.answer = () => {
      storeLogin({ access_token: 'of another tab', refresh_token: 'r9' }, true);
      return unauthenticated;
    };
    await expect(call(readThing, { params: {} })).rejects.toBeInstanceOf(ApiError);
    expect(server.seen).toHaveLength(1);
    expect(asked).toHaveBeenCalledOnce();
  });
});

describe('a failed answer', () => {
  const failures: [string, Reply, string[]][] = [
    [
      'the errors list',
      { status: 422, body: { success: false, errors: ['a', 'b'], error: 'c' } },
      ['a', 'b'],
    ],
    [
      'else a single error',
      { status: 400, body: { error: 'invalid_credentials', message: 'd' } },
      ['invalid_credentials'],
    ],
    ['else a single message', { status: 404, body: { message: 'Not here' } }, ['Not here']],
    [
      'else the status',
      { status: 502, text: '<h1>Bad gateway</h1>' },
      ['Request failed with status code 502'],
    ],
  ];
  /** @shows A-329 A-330 A-346 B-322 */
  it.each(failures)('carries %s', async (_, reply, errors) => {
    server.answer = () => reply;
    await expect(call(readThing, { params: {} })).rejects.toMatchObject({
      message: errors[0],
      status: reply.status,
      statusText: STATUS_CODES[reply.status],
      data: { success: false, errors },
    });
  });

  it('keeps the errors of fields and what the client needs to go on', async () => {
    server.answer = () => ({
      status: 409,
      body: { success: false, errors: ['x'], field_errors: { email: ['taken'] }, items: [1] },
    });
    await expect(call(readThing, { params: {} })).rejects.toMatchObject({
      data: { field_errors: { email: ['taken'] }, items: [1] },
    });
  });

  /** @shows A-332 A-343 B-322 */
  it('is a Network Error, with its cause, when no answer came', async () => {
    setApiBase('http://127.0.0.1:1/api');
    await expect(call(readThing, { params: {} })).rejects.toMatchObject({
      message: 'Network Error',
      cause: expect.any(TypeError),
    });
    setApiBase(server.address);
  });

  it('is a Network Error too when the answer broke off', async () => {
    server.answer = () => ({ status: 200, isCutOff: true });
    await expect(call(readThing, { params: {} })).rejects.toMatchObject({
      message: 'Network Error',
      cause: expect.any(TypeError),
    });
  });
});

describe('an answer', () => {
  /** @shows A-302 */
  it.each([200, 201, 299])('of %i is a success', async (status) => {
    server.answer = () => ({ ...ok(), status });
    await expect(call(makeThing, { body: { name: 'x' } })).resolves.toEqual([{ name: 'a' }]);
  });

  /** @shows A-302 */
  it.each([300, 400, 500])('of %i is none', async (status) => {
    server.answer = () => ({ ...ok(), status });
    await expect(call(makeThing, { body: { name: 'x' } })).rejects.toMatchObject({ status });
  });
});

describe('waiting for an answer', () => {
  const never = new Promise(() => {});

  /** @shows A-301 */
  it('has no end of its own', async () => {
    let release = () => {};
    server.answer = () => ({ ...ok(), when: new Promise<void>((resolve) => (release = resolve)) });
    const limits = vi.spyOn(AbortSignal, 'timeout');
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date', 'performance'] });
    try {
      const waiting = call(readThing, { params: {} });
      while (server.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(3_600_000);
      release();
      await expect(waiting).resolves.toEqual([{ name: 'a' }]);
    } finally {
      vi.useRealTimers();
    }
    expect(limits).not.toHaveBeenCalled();
  });

  /** @shows A-345 */
  it('ends after the time that a call was given', async () => {
    server.answer = () => ({ ...ok(), when: never });
    await expect(call(readThing, { params: {} }, { timeoutMs: 50 })).rejects.toMatchObject({
      message: 'timeout of 50ms exceeded',
      cause: expect.objectContaining({ name: 'TimeoutError' }),
    });
  });

  /** @shows A-344 */
  it('ends when the caller wants it no more', async () => {
    const caller = new AbortController();
    server.answer = () => {
      caller.abort();
      return { ...ok(), when: never };
    };
    await expect(
      call(readThing, { params: {} }, { signal: caller.signal, timeoutMs: 5_000 }),
    ).rejects.toMatchObject({
      message: 'Request aborted',
      cause: expect.objectContaining({ name: 'AbortError' }),
    });
  });
});
