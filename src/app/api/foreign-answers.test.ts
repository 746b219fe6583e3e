import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { currentUser, forgotPassword, logout } from '#modules/accounts/accounts.contract.ts';
import { deleteStudent } from '#modules/students/students.contract.ts';
import { startStubServer, type Reply, type StubServer } from '#tests/support/http/stub-server.ts';
import { ApiError, isNotFound, isPassing } from './api-error.ts';
import { call, onDeadToken, setApiBase } from './client.ts';
import { setRefresher } from './refresh.ts';
import { currentToken, forgetLogin, storeLogin } from './tokens.ts';
import { isOutcomeKnown } from './use-once.ts';

let server: StubServer;
beforeAll(async () => {
  server = await startStubServer();
  setApiBase(server.address);
});
afterAll(() => server.close());
afterEach(() => {
  forgetLogin();
  onDeadToken(async () => undefined);
});

const NETWORK = /^Your network answered in place of our website/;

const PAGE = '<!doctype html><title>Welcome to Cafe Wi-Fi</title><h1>Accept the terms</h1>';
const POSED: [string, Reply][] = [
  ['the page of a guest Wi-Fi', { status: 200, text: PAGE }],
  ['an empty answer', { status: 200, text: '' }],
  ['an answer without content', { status: 204, text: '' }],
  ['JSON of somebody else', { status: 200, body: { result: 'ok', items: [] } }],
  ['a bare list', { status: 200, body: [] }],
  ['a bare null', { status: 200, body: null }],
  ['a success in other words', { status: 200, body: { success: 'true' } }],
  ['a page of a filter', { status: 403, text: PAGE }],
  ['a missing page of a proxy', { status: 404, text: PAGE }],
];

const outcomeOf = (definition: EndpointDefinition): Promise<unknown> => {
  const names = [...definition.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 1]);
  const sent = { params: Object.fromEntries(names), ...(definition.body && { body: new FormData() }) };
  return call(definition, sent as never).then(
    () => 'a success',
    (error: Error) => error,
  );
};

const isCall = (value: unknown): value is EndpointDefinition =>
  typeof value === 'object' && value !== null && 'path' in value && 'guard' in value;

async function everyCall(): Promise<EndpointDefinition[]> {
  const files = globSync('src/modules/**/*.contract.ts');
  const modules = await Promise.all(
    files.map((file) => import(resolve(file)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module)).filter(isCall);
}

/** @shows MD4.1 */
describe('an answer that is not ours', () => {
  it.each(POSED)('is no success of any call: %s', async (_what, reply) => {
    server.answer = () => reply;
    const calls = await everyCall();
    expect(calls.length).toBeGreaterThan(130);
    const outcomes: [string, string][] = [];
    for (const one of calls) outcomes.push([one.name, String(await outcomeOf(one)).replace('Error: ', '')]);
    expect(outcomes.filter(([, outcome]) => !NETWORK.test(outcome))).toEqual([]);
  });

  it('is none where a record was asked for and none has come', async () => {
    server.answer = () => ({ status: 200, body: { success: true } });
    await expect(call(currentUser)).rejects.toThrow(NETWORK);
    await expect(call(forgotPassword, { body: { email: 'ada@okafor.example' } })).resolves.toBeUndefined();
  });

  it('leaves open what became of the call, so the next try is the same one', async () => {
    server.answer = () => ({ status: 403, text: PAGE });
    const error = await outcomeOf(deleteStudent);
    expect([isOutcomeKnown(error), isPassing(error), isNotFound(error)]).toEqual([false, true, false]);
  });

  it('says nothing about a server that is busy or away, which is told by its status', async () => {
    server.answer = () => ({ status: 502, text: '<h1>Bad gateway</h1>' });
    await expect(call(logout)).rejects.toThrow(ApiError);
  });
});

/** @shows MD4.2 */
describe('a login', () => {
  it('is not ended by a 401 that is not ours', async () => {
    storeLogin({ access_token: 'mine', refresh_token: 'r1' }, true);
    setRefresher(() => Promise.reject(new Error('must not be asked')));
    onDeadToken(() => Promise.reject(new Error('must not be asked')));
    server.answer = () => ({ status: 401, text: PAGE });
    await expect(call(currentUser)).rejects.toThrow(NETWORK);
    expect(currentToken()).toMatchObject({ access_token: 'mine' });
    expect(server.seen.at(-1)?.url).toBe('/api/user');
  });
});
