import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameOfStatement } from '#platform/db/follow-statements.ts';
import { silentLog } from '#platform/log/log.ts';
import { activities, followed } from '#platform/telemetry/activity.ts';
import { openTraces } from '#platform/telemetry/open-traces.ts';
import { aFamily, aRegistration, send } from '#tests/support/app/people.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
  status: { code?: number };
};

/** A collector of OTLP over HTTP: what arrived, request by request. */
const arrived: { path: string; body: string }[] = [];
let collector: Server;
let shop: SeasonApp;
let traces: Awaited<ReturnType<typeof openTraces>>;

const spans = (): Span[] =>
  arrived.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap((of: any) => of.scopeSpans.flatMap((scope: any) => scope.spans)),
  );

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    arrived.push({ path: request.url!, body: Buffer.concat(parts).toString() });
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((done) => void collector.listen(0, '127.0.0.1', done));
  const { port } = collector.address() as AddressInfo;
  traces = await openTraces({ traceEndpoint: `http://127.0.0.1:${port}`, tracePercent: 100 }, silentLog());
  shop = await openSeasonApp();
});
afterAll(async () => {
  await shop.close();
  collector.close();
});

/** @shows MO12.8 */
describe('a portal with a collector', () => {
  it('sends a trace of each call with its statements, without people, ids or paths', async () => {
    const canary = { first_name: 'Canaria', last_name: 'Tracewell' };
    await send(shop.app, { method: 'POST', url: '/register', payload: aRegistration(canary) });
    const family = await aFamily(shop.app, canary);
    await family.call('GET', '/student');
    await family.call('GET', '/student/4711');
    await family.call('GET', '/admin/parents?search=Canaria');
    await shop.app.inject('/api/nothing/4711-canaria');
    await followed({ kind: 'job', name: 'seats.expire' }, async () => {
      throw new TypeError('no seat for Canaria');
    }).catch(() => undefined);
    await traces.close();

    expect(new Set(arrived.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
    const all = spans();
    const call = all.find(({ name }) => name === 'request listStudents')!;
    expect(call.attributes).toContainEqual({
      key: 'http.response.status_code',
      value: { intValue: 200 },
    });
    const below = all.filter(({ parentSpanId }) => parentSpanId === call.spanId);
    expect(below.map(({ name }) => name)).toContain('statement select students');
    expect(new Set(below.map(({ traceId }) => traceId))).toEqual(new Set([call.traceId]));
    // Also behind a body, which arrives in another context.
    const register = all.find(({ name }) => name === 'request register')!;
    expect(all.some(({ parentSpanId, name }) => parentSpanId === register.spanId && /users/.test(name))).toBe(
      true,
    );
    expect(all.find(({ name }) => name === 'job seats.expire')).toMatchObject({
      status: { code: 2 },
      attributes: [{ key: 'error.type', value: { stringValue: 'TypeError' } }],
    });
    expect(all.map(({ name }) => name)).toContain('request other call');
    // An id of a span or an instant may hold the digits by chance.
    const BY_CHANCE = /"(traceId|spanId|parentSpanId|\w+UnixNano)":"[^"]*"/g;
    const sent = arrived.map(({ body }) => body.replaceAll(BY_CHANCE, '')).join('\n');
    expect(sent).not.toMatch(/canaria|tracewell|4711|@|bearer/i);
    const keys = new Set(all.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
    expect([...keys].toSorted()).toEqual(['error.type', 'http.response.status_code']);
  });

  it('sends nothing more once it has stopped', async () => {
    const before = arrived.length;
    expect(activities.hasSubscribers).toBe(false);
    await shop.app.inject('/api/server/info');
    expect(arrived.length).toBe(before);
  });
});

/** @shows MO12.9 */
describe('a portal without a collector', () => {
  it('follows nothing: work runs as it was given', async () => {
    const none = await openTraces({ traceEndpoint: '', tracePercent: 100 }, silentLog());
    expect(activities.hasSubscribers).toBe(false);
    const work = Promise.resolve(7);
    expect(followed({ kind: 'job', name: 'a.b' }, () => work)).toBe(work);
    await none.close();
  });
});

describe('the name of a statement', () => {
  it.each([
    ['select "id" from "orders" where "id" = $1', 'select orders'],
    ['INSERT INTO audit_log (at) values ($1)', 'insert audit_log'],
    ['update "payments" set "status" = $1', 'update payments'],
    ['begin', 'begin'],
    ["select trim(both from 'Ada')", 'select'],
    ["select 'Ada Okafor'", 'select'],
  ])('has the verb and the first table alone: %s', (text, name) => {
    expect(nameOfStatement(text)).toBe(name);
  });
});
