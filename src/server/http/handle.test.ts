import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { FAMILY, OFFICE } from '#kit/endpoint/right.ts';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { refusals, Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { VERSION } from '#platform/db/program-version.ts';
import { faultsSoFar } from '#platform/log/faults-so-far.ts';
import { buildApp } from '#server/build-app.ts';
import { inTx } from './call.ts';
import { handle } from './handle.ts';

const kinds = refusals({
  slow_down: { status: 429, say: () => 'Too fast.' },
  taken: { status: 409, say: ({ seat }: { seat: number }) => `Seat ${seat} is taken.` },
});

const rideShape = z.object({ id: z.number(), name: z.string() });
const shared = {
  summary: 'a ride',
  item: rideShape,
  refusals: [],
  params: z.object({ id: z.coerce.number().int() }),
} as const;

const readRide = endpoint({
  ...shared,
  name: 'readRide',
  method: 'GET',
  path: '/ride/:id/1?',
  guard: 'anyone',
});
const myRide = endpoint({ ...shared, name: 'myRide', method: 'GET', path: '/my/ride/:id', guard: 'account' });
const anyRide = endpoint({
  ...shared,
  name: 'anyRide',
  method: 'GET',
  path: '/staff/ride/:id',
  guard: { right: 'money_write' },
});
const brokenRide = endpoint({
  ...shared,
  name: 'brokenRide',
  method: 'GET',
  path: '/broken/:id',
  guard: 'anyone',
});
const bookRide = endpoint({
  name: 'bookRide',
  summary: 'books',
  method: 'POST',
  path: '/ride',
  guard: 'account',
  body: z.object({
    seat: z.number().int(),
    rider: z.object({ first_name: z.string().min(1) }),
    note: z.string().max(3).optional(),
  }),
  item: rideShape,
  refusals: [kinds.slow_down, kinds.taken],
});
const dropRide = endpoint({
  name: 'dropRide',
  summary: 'drops',
  method: 'DELETE',
  path: '/ride/:id',
  guard: 'account',
  item: 'none',
  refusals: [],
});

const parent: Viewer = {
  user_id: 7,
  roles: ['user'],
  ...FAMILY,
  impersonator_id: null,
  session_id: 's1',
};

const staff: Viewer = { ...parent, user_id: 8, roles: ['admin'], ...OFFICE };

let context: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  const accounts: Record<string, Viewer> = { 'parent-token': parent, 'staff-token': staff };
  context = await createTestContext({ authenticate: async (token) => accounts[token] });
  app = await buildApp(context);
  await app.register(async (api) => registerRides(api), { prefix: '/api' });
});
afterAll(async () => {
  await app.close();
  await context.close();
});

function registerRides(api: FastifyInstance): void {
  const ride = (id: number) => ({ id, name: 'AM', secret_note: 'not for the wire' });
  handle(api, readRide, async ({ params }) => [ride(params.id)]);
  handle(api, myRide, async ({ viewer }) => [ride(viewer.user_id)]);
  handle(
    api,
    anyRide,
    inTx(async (tx) => {
      const { rows } = await tx.execute<{ seven: number }>(sql`select 7 as seven`);
      return [ride(rows[0]!.seven)];
    }),
  );
  handle(api, brokenRide, async ({ params }) => {
    if (params.id === 1) throw new Error('invariant: rates are never negative');
    return [{ id: 'one' } as never];
  });
  handle(api, dropRide, async () => undefined);
  handle(api, bookRide, async ({ body }) => {
    if (body.seat === 1) throw new Refusal(kinds.slow_down, { retry_after_s: 59.2 });
    if (body.seat === 2) throw new Refusal(kinds.taken, { data: { seat: 2 }, items: [{ seat: 3 }] });
    return [ride(body.seat)];
  });
}

const as = (token: string) => ({ authorization: `Bearer ${token}` });
const book = (payload: object | string, headers = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/ride',
    payload,
    headers: { ...as('parent-token'), 'content-type': 'application/json', ...headers },
  });

describe('a declared call', () => {
  it('answers its items in the envelope and cuts what it did not declare', async () => {
    const answer = await app.inject('/api/ride/12');
    expect(answer.json()).toEqual({ success: true, items: [{ id: 12, name: 'AM' }] });
    expect(answer.statusCode).toBe(200);
  });

  it('answers below each of its paths', async () => {
    expect((await app.inject('/api/ride/12/1')).json().items).toEqual([{ id: 12, name: 'AM' }]);
  });

  it('answers success alone where it has no item', async () => {
    const answer = await app.inject({ method: 'DELETE', url: '/api/ride/4', headers: as('parent-token') });
    expect(answer.json()).toEqual({ success: true });
  });

  it('knows no path whose part cannot be one', async () => {
    const answer = await app.inject('/api/ride/twelve');
    expect([answer.statusCode, answer.json()]).toEqual([404, { success: false, errors: ['Not found.'] }]);
  });

  it('names each field at fault, dotted where it is nested', async () => {
    const answer = await book({ seat: 'window', rider: {}, note: 'long' });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().field_errors)).toEqual(['seat', 'rider.first_name', 'note']);
    expect(answer.json().errors).toContain('The first name field is required');
    expect(answer.json().errors).toHaveLength(3);
  });

  it('takes a missing body for an empty one', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/ride', headers: as('parent-token') });
    expect([answer.statusCode, Object.keys(answer.json().field_errors)]).toEqual([422, ['seat', 'rider']]);
  });

  it('says so when the body is no JSON', async () => {
    const answer = await book('{"seat": ');
    expect([answer.statusCode, answer.json().errors]).toEqual([400, ['The request is not valid JSON.']]);
  });

  it('names a field at fault that is called as every object’s own', async () => {
    const answer = await book(
      '{"seat":3,"rider":{"first_name":"Chidi"},"constructor":"\\u0000","toString":"\\u0001"}',
    );
    expect([answer.statusCode, Object.keys(answer.json().field_errors)]).toEqual([
      422,
      ['constructor', 'toString'],
    ]);
  });

  it('takes no poisoned prototype', async () => {
    expect((await book('{"__proto__": {"is_staff": true}, "seat": 5}')).statusCode).toBe(400);
  });
});

describe('a guard', () => {
  it('asks for a living token before it looks at the data', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/ride',
      payload: {},
      headers: as('dead-token'),
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      401,
      { success: false, errors: ['Unauthenticated.'] },
    ]);
  });

  it('keeps parents out of staff calls and lets staff in', async () => {
    const answers = await Promise.all(
      ['parent-token', 'staff-token'].map((token) =>
        app.inject({ url: '/api/staff/ride/1', headers: as(token) }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual([403, 200]);
  });

  it('lets anyone read a public call, even with a dead token', async () => {
    expect((await app.inject({ url: '/api/ride/3', headers: as('dead-token') })).statusCode).toBe(200);
  });

  it('keeps answers to someone signed in out of every cache', async () => {
    const mine = await app.inject({ url: '/api/my/ride/1', headers: as('parent-token') });
    expect(mine.headers['cache-control']).toBe('no-store');
    expect((await app.inject('/api/ride/1')).headers['cache-control']).toBeUndefined();
  });
});

describe('a failure', () => {
  it('says how long to wait', async () => {
    const answer = await book({ seat: 1, rider: { first_name: 'Chidi' } });
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().errors]).toEqual([
      429,
      '60',
      ['Too fast.'],
    ]);
  });

  it('carries what the client needs to go on', async () => {
    const answer = await book({ seat: 2, rider: { first_name: 'Chidi' } });
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { success: false, errors: ['Seat 2 is taken.'], items: [{ seat: 3 }] },
    ]);
  });

  it('leaks nothing of a programmer’s error', async () => {
    for (const id of [1, 2]) {
      const answer = await app.inject(`/api/broken/${id}`);
      expect(answer.statusCode).toBe(500);
      expect(answer.body).not.toMatch(/invariant|Zod|expected/);
    }
  });

  it('answers an unknown call in the envelope', async () => {
    const answer = await app.inject({ method: 'PUT', url: '/api/nothing/here' });
    expect([answer.statusCode, answer.json()]).toEqual([404, { success: false, errors: ['Not found.'] }]);
  });
});

describe('the API', () => {
  it('describes every call in /api/openapi.json', async () => {
    const { paths } = (await app.inject('/api/openapi.json')).json();
    expect(paths['/api/ride'].post.operationId).toBe('bookRide');
    expect(paths['/api/ride'].post.requestBody.content['application/json'].schema.required).toEqual([
      'seat',
      'rider',
    ]);
  });

  /** @shows MH22.1 */
  it.each([undefined, 'Bearer parent-token', 'Bearer unknown'])(
    'is healthy while the database answers, and says nothing else to %s',
    async (authorization) => {
      const headers = { ...(authorization && { authorization }) };
      const answer = await app.inject({ url: '/api/health', headers });
      expect([answer.statusCode, answer.json().items]).toEqual([200, [{ status: 'ok' }]]);
    },
  );

  /** @shows H16.3 MH22.1 */
  it('says to staff how many mails wait, and whether mails are made and payments collected', async () => {
    const answer = await app.inject({
      url: '/api/health',
      headers: { authorization: 'Bearer staff-token' },
    });
    expect(answer.json().items[0]).toMatchObject({
      background: 'at rest',
      mail: { waiting: 0, oldest_s: 0 },
      collection: 'running',
    });
  });

  /** @shows MH22.2 */
  it('asks the database for its health once a second, however many ask', async () => {
    const busy = await buildApp(context);
    const connect = vi.spyOn(context.db.$client, 'connect');
    const asked = () => connect.mock.calls.length;
    const answers = await Promise.all(Array.from({ length: 200 }, () => busy.inject('/api/health')));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(asked()).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await busy.inject('/api/health');
    expect(asked()).toBe(2);
    connect.mockRestore();
    await busy.close();
  });

  /** @shows MO1.6 */
  it('says its version to staff, and to nobody else', async () => {
    const versionFor = async (authorization: string) => {
      const [item] = (await app.inject({ url: '/api/health', headers: { authorization } })).json().items;
      return item.version;
    };
    expect(await versionFor('Bearer staff-token')).toBe(VERSION);
    expect([await versionFor('Bearer parent-token'), await versionFor('Bearer unknown')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  /** @shows MC1.5 MO2.2 */
  it('says to staff what room is left and how many errors nobody caught, and to nobody else', async () => {
    const read = async (authorization: string) =>
      (await app.inject({ url: '/api/health', headers: { authorization } })).json().items[0];
    expect(await read('Bearer staff-token')).toMatchObject({
      disk: { free_mb: expect.any(Number), is_low: expect.any(Boolean) },
      faults: faultsSoFar(),
    });
    expect(await read('Bearer parent-token')).not.toHaveProperty('disk');
    expect(await read('Bearer parent-token')).not.toHaveProperty('faults');
  });

  it('lets nothing in an answer run, and nobody frame it', async () => {
    const { headers } = await app.inject('/api/ride/1');
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});
