import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { REPORTS_PATH } from '#server/http/pages/security-headers.ts';
import type { TestClock } from '#tests/support/fakes/test-clock.ts';
import {
  ask,
  callOf,
  CLOSED,
  harmOf,
  isOurs,
  portal,
  RIGHT,
  useThrowingApp,
} from '#tests/support/sweep/throwing-app.ts';

/* Every hook around a call throws once, and every handler that is none of the API. */

useThrowingApp();

/** Requests of each kind, by which every hook is reached. */
const tour = async (): Promise<InjectOptions[]> => {
  const upload = portal.shop.app.endpoints.find(({ name }) => name === 'uploadStudentPhoto')!;
  const update = portal.shop.app.endpoints.find(({ name }) => name === 'createAddress')!;
  return [
    { method: 'GET', url: RIGHT, headers: { 'accept-encoding': 'br' } },
    { method: 'HEAD', url: RIGHT },
    { method: 'GET', url: '/login' },
    { method: 'GET', url: '/assets/a-1f2e.js' },
    { method: 'GET', url: '/assets/nothing' },
    { method: 'GET', url: '/api/nothing' },
    {
      method: 'POST',
      url: REPORTS_PATH,
      payload: [] as object,
      headers: { 'content-type': 'application/reports+json' },
    },
    (await callOf(upload)).call,
    (await callOf(update)).call,
  ];
};

/** Hooks that no request reaches, and why. */
const UNREACHED: Record<string, string> = {
  'onListen of src/server/http/bound-connections.ts': 'a start that fails ends at once',
  'onReady of @fastify/swagger': 'a start that fails ends at once',
  'onRegister of @fastify/swagger': 'a start that fails ends at once',
  'onClose of src/server/http/pages/pages.ts': 'the end; main.ts gives each of its steps a limit',
  'setNotFoundHandler of src/server/build-app.ts refuseUnknown': 'the pages answer each unknown path',
};

/** The last handler of errors has nobody behind it but Fastify, which answers 500 in its own envelope. */
const OF_FASTIFY = 'setErrorHandler of src/server/build-app.ts';

/** @shows MC1.9 */
describe('every hook of a call, of ours and of plugins', () => {
  const isHook = (name: string) => !name.startsWith('handler of');

  it('that throws or rejects is answered with 500, and the next request is right', async () => {
    const hooks = [...portal.planted.places.values()].filter(({ name }) => isHook(name));
    const reachedBy = new Map<string, InjectOptions>();
    for (const call of await tour()) {
      for (const hook of hooks) hook.isReached = false;
      await ask(call);
      for (const { name, isReached } of hooks)
        if (isReached && !reachedBy.has(name)) reachedBy.set(name, call);
    }
    const wrong: string[] = [];
    for (const [name, call] of reachedBy)
      for (const way of ['throws', 'rejects'] as const) {
        portal.planted.arm(name, way);
        const answer = await ask(call);
        const isAfter = name.startsWith('onResponse');
        const isRight = isAfter || call.method === 'HEAD' || name === OF_FASTIFY || isOurs(answer);
        // What is left of a body that nobody reads cannot be told from the next request.
        const closes = name.startsWith('addContentTypeParser') && answer.headers.connection === 'close';
        const harm = await harmOf();
        const found = [
          ...(portal.planted.hasThrown() ? [] : ['it was not reached']),
          ...(isRight && answer.status === (isAfter ? 200 : 500) ? [] : [`${answer.status} ${answer.body}`]),
          ...(closes ? harm.filter((what) => what !== CLOSED) : harm),
        ];
        wrong.push(...found.map((what) => `${name} ${way}: ${what}`));
      }
    expect(wrong).toEqual([]);
    const unreached = hooks.filter(({ name }) => !reachedBy.has(name)).map(({ name }) => name);
    expect(unreached.toSorted()).toEqual(Object.keys(UNREACHED).toSorted());
    expect(reachedBy.size).toBeGreaterThan(18);
  });

  /** @shows MC1.10 */
  it('that fails behind the answer leaves nothing that counts as work', async () => {
    const { call } = await callOf(portal.shop.app.endpoints.find(({ name }) => name === 'listAddresses')!);
    for (let nr = 0; nr < 64; nr += 1) {
      portal.planted.arm('onResponse of @fastify/multipart', 'throws');
      expect((await ask(call)).status).toBe(200);
    }
    (portal.shop.context.clock as TestClock).advanceMs(1_000);
    const headers = { 'content-type': 'application/json' };
    expect((await ask({ method: 'POST', url: '/api/turn', payload: {}, headers })).status).toBe(200);
  });
});

/** @shows MC1.9 */
it.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'text'],
  ['a symbol', Symbol('thrown')],
  ['an object without a prototype', Object.create(null)],
  ['an error whose fields throw', Object.defineProperty(new Error('x'), 'statusCode', { get: throwAgain })],
])('a handler that throws %s is answered with 500', async (_, thrown) => {
  portal.planted.arm(/^handler of /, 'throws', thrown);
  expect(await ask({ method: 'GET', url: RIGHT })).toSatisfy(isOurs);
  expect(await harmOf()).toEqual([]);
});

/** @shows MC1.9 */
it('the other handlers, of files, pages and HEAD, are answered with 500 when they throw', async () => {
  const wrong: string[] = [];
  const left = [...portal.planted.places.values()].filter(({ name }) =>
    /^handler of (HEAD|\S+ \/(?!api))/.test(name),
  );
  for (const { name } of left) {
    const [method = '', path = ''] = name.slice('handler of '.length).split(' ');
    const url = path.replaceAll(/:\w+/g, '1').replace('*', 'x');
    const headers = { authorization: `Bearer ${portal.cast.staff.tokens.access_token}` };
    portal.planted.arm(name, 'throws');
    const answer = await ask({ method: method.split(',')[0] as 'GET', url, headers });
    const found = [
      ...(portal.planted.hasThrown() ? [] : ['it was not reached']),
      ...(method === 'HEAD' || isOurs(answer) ? [] : [answer.body]),
      ...(answer.status === 500 ? [] : [String(answer.status)]),
      ...(await harmOf()),
    ];
    wrong.push(...found.map((what) => `${name}: ${what}`));
  }
  expect(left.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

function throwAgain(): never {
  throw new Error('thrown while it was read');
}
