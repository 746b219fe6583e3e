import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { silentLog } from '#platform/log/log.ts';
import { watchProxies } from './proxy-watch.ts';

/** A server behind as many proxies as it is told, with what it logs. */
function server(trusted: number) {
  const lines: string[] = [];
  const log = Object.assign(Object.create(silentLog()), {
    warn: (_facts: object, line: string) => void lines.push(line),
  });
  const app = Fastify();
  const watch = watchProxies(app, { trusted, log });
  app.get('*', async () => 'ok');
  const ask = async (times: number, headers: Record<string, string> = {}, url = '/schools') => {
    for (let nr = 0; nr < times; nr += 1) await app.inject({ url, headers });
  };
  return { watch, lines, ask };
}

const FORWARDED = { 'x-forwarded-for': '203.0.113.7' };

/** @shows MO8.1 */
describe('a portal that trusts no proxy', () => {
  it.each<Record<string, string>>([
    FORWARDED,
    { forwarded: 'for=203.0.113.7;proto=https' },
    { 'x-forwarded-proto': 'https' },
    { 'x-real-ip': '203.0.113.7' },
    { via: '1.1 proxy' },
  ])('notices a proxy by %o, and says so once in the log', async (headers) => {
    const { watch, lines, ask } = server(0);
    await ask(60, headers);
    expect(watch.finding()).toBe('unexpected');
    expect(lines).toEqual([expect.stringMatching(/TRUST_PROXY is 0.*Set TRUST_PROXY/)]);
    expect(watch.sentence()).toBe(lines[0]);
  });

  it('believes no single visitor who invents the header', async () => {
    const { watch, lines, ask } = server(0);
    for (let nr = 0; nr < 20; nr += 1) {
      await ask(1, FORWARDED);
      await ask(2);
    }
    expect([watch.finding(), watch.sentence(), lines]).toEqual([null, null, []]);
  });
});

/** @shows MO8.1 */
describe('a portal that trusts one proxy', () => {
  it('notices that no request carries the header', async () => {
    const { watch, lines, ask } = server(1);
    await ask(60);
    expect(watch.finding()).toBe('missing');
    expect(lines).toEqual([expect.stringContaining('carry no X-Forwarded-For')]);
  });

  it('has nothing to say of requests with the header, nor of probes without it', async () => {
    const { watch, lines, ask } = server(1);
    await ask(30, FORWARDED);
    await ask(60, {}, '/api/health');
    await ask(60, {}, '/readyz?verbose');
    expect([watch.finding(), lines]).toEqual([null, []]);
  });

  it('notices a second proxy in front', async () => {
    const { watch, ask } = server(1);
    await ask(30, { 'x-forwarded-for': '203.0.113.7, 10.0.0.2' });
    expect(watch.finding()).toBe('more');
  });

  it('forgets a difference once requests come as they should', async () => {
    const { watch, lines, ask } = server(1);
    await ask(30);
    await ask(30, FORWARDED);
    expect([watch.finding(), lines.length]).toEqual([null, 1]);
  });
});

/** @shows MO8.1 */
it('a portal that trusts two proxies notices one: a visitor could then invent an address', async () => {
  const { watch, ask } = server(2);
  await ask(30, FORWARDED);
  expect(watch.finding()).toBe('fewer');
  expect(watch.sentence()).toContain('TRUST_PROXY is 2');
});
