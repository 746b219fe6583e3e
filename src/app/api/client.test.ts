import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#kit/endpoint.ts';
import { refreshToken } from '#modules/accounts/accounts.contract.ts';
import { startAnsweringServer, type AnsweringServer, type Reply, type Seen } from '../../../tests/support/answering-server.ts';
import { ApiError } from './api-error.ts';
import { call, callForOne, listenForSessionEnd, setApiBase } from './client.ts';
import { setRefresher } from './refresh.ts';
import { currentToken, forgetLogin, storeLogin } from './tokens.ts';

const readThing = endpoint({
  name: 'readThing', summary: 'A thing', method: 'GET', path: '/thing/:name?', guard: 'account',
  params: z.object({ name: z.string().optional() }), item: z.object({ name: z.string() }), refusals: [],
});
const makeThing = endpoint({
  name: 'makeThing', summary: 'Make a thing', method: 'POST', path: '/thing', guard: 'account',
  body: z.object({ name: z.string(), note: z.string().optional() }), item: z.object({ name: z.string() }), refusals: [],
});

let server: AnsweringServer;

beforeAll(async () => {
  server = await startAnsweringServer();
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
  listenForSessionEnd(() => {});
});

const ok = (name = 'a'): Reply => ({ status: 200, body: { success: true, items: [{ name }] } });
const unauthenticated: Reply = { status: 401, body: { success: false, errors: ['Unauthenticated.'] } };
const freshToken = { status: 200, body: { success: true, items: [{ access_token: 'new', refresh_token: 'r2', expires_in: 7200 }] } };

/** A server on which only the token `new` is alive, and `r1` may be exchanged once. */
function rotatingServer(): (request: Seen) => Reply {
  let exchanged = 0;
  return (request) => {
    if (request.url === '/api/refresh-token') return exchanged++ === 0 ? freshToken : unauthenticated;
    return request.headers.authorization === 'Bearer new' ? ok() : unauthenticated;
  };
}

describe('every call', () => {
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

  it('carries no authorization for a visitor', async () => {
    server.answer = () => ok();
    await call(readThing, { params: {} });
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('drops what is undefined from the body and gives back the items', async () => {
    server.answer = () => ok('made');
    await expect(callForOne(makeThing, { body: { name: 'x', note: undefined } })).resolves.toEqual({ name: 'made' });
    expect(server.seen[0]?.body).toBe('{"name":"x"}');
  });
});

describe('a login that has run out', () => {
  it('is renewed once for four calls that fail together, and each is made again', async () => {
    server.answer = rotatingServer();
    storeLogin({ access_token: 'old', refresh_token: 'r1' }, true);
    const names = await Promise.all(Array.from({ length: 4 }, () => call(readThing, { params: {} })));
    expect(names).toHaveLength(4);
    expect(server.seen.filter((request) => request.url === '/api/refresh-token')).toHaveLength(1);
    expect(server.seen.filter((request) => request.url === '/api/thing')).toHaveLength(8);
    expect(currentToken()).toMatchObject({ access_token: 'new', refresh_token: 'r2' });
  });

  it('is tried again only once: a second 401 is passed on', async () => {
    server.answer = (request) => (request.url === '/api/refresh-token' ? freshToken : unauthenticated);
    storeLogin({ access_token: 'old', refresh_token: 'r1' }, true);
    await expect(call(readThing, { params: {} })).rejects.toMatchObject({ status: 401 });
    expect(server.seen.filter((request) => request.url === '/api/thing')).toHaveLength(2);
  });

  it('raises the original error, and logs the other, when it cannot be renewed', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.answer = (request) =>
      request.url === '/api/refresh-token' ? { status: 401, body: { success: false, errors: ['used twice'] } } : unauthenticated;
    storeLogin({ access_token: 'old', refresh_token: 'r1' }, true);
    await expect(call(readThing, { params: {} })).rejects.toMatchObject({ data: { errors: ['Unauthenticated.'] } });
    expect(logged).toHaveBeenCalledOnce();
  });

  it('is not renewed for someone who did not want to be kept logged in', async () => {
    server.answer = rotatingServer();
    storeLogin({ access_token: 'old', refresh_token: 'r1' }, false);
    await expect(call(readThing, { params: {} })).rejects.toBeInstanceOf(ApiError);
    expect(server.seen.map((request) => request.url)).toEqual(['/api/thing']);
  });

  it('ends the session of someone who had a token, and of nobody else', async () => {
    const ended = vi.fn();
    listenForSessionEnd(ended);
    server.answer = () => unauthenticated;
    await expect(call(readThing, { params: {} })).rejects.toBeInstanceOf(ApiError);
    expect(ended).not.toHaveBeenCalled();
    storeLogin({ access_token: 'old' }, true);
    await expect(call(readThing, { params: {} })).rejects.toBeInstanceOf(ApiError);
    expect(ended).toHaveBeenCalledOnce();
  });
});

describe('a failed answer', () => {
  const failures: [string, Reply, string[]][] = [
    ['the errors list', { status: 422, body: { success: false, errors: ['a', 'b'], error: 'c' } }, ['a', 'b']],
    ['else a single error', { status: 400, body: { error: 'invalid_credentials', message: 'd' } }, ['invalid_credentials']],
    ['else a single message', { status: 404, body: { message: 'Not here' } }, ['Not here']],
    ['else the status', { status: 502, text: '<h1>Bad gateway</h1>' }, ['Request failed with status code 502']],
  ];
  it.each(failures)('carries %s', async (_, reply, errors) => {
    server.answer = () => reply;
    await expect(call(readThing, { params: {} })).rejects.toMatchObject({ status: reply.status, data: { success: false, errors } });
  });

  it('keeps the errors of fields and what the client needs to go on', async () => {
    server.answer = () => ({ status: 409, body: { success: false, errors: ['x'], field_errors: { email: ['taken'] }, items: [1] } });
    await expect(call(readThing, { params: {} })).rejects.toMatchObject({ data: { field_errors: { email: ['taken'] }, items: [1] } });
  });

  it('is a Network Error, with its cause, when no answer came', async () => {
    setApiBase('http://127.0.0.1:1/api');
    await expect(call(readThing, { params: {} })).rejects.toMatchObject({ message: 'Network Error', cause: expect.any(TypeError) });
    setApiBase(server.address);
  });
});
