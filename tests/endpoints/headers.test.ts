import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPage, pages, searchablePaths } from '#app/site-map.ts';
import { DAY_MS } from '#kit/durations.ts';
import { pathVariants } from '#kit/endpoint/endpoint-path.ts';
import { readConfig } from '#platform/config/config.ts';
import { buildApp } from '#server/build-app.ts';
import { readBuiltPages } from '#server/http/pages/built-pages.ts';
import { callEndpoint } from '#tests/support/endpoints/call-endpoint.ts';
import { createPlayers, type Players } from '#tests/support/endpoints/players.ts';
import { importDemoSeason } from '#tests/support/season/demo-season.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';

const folder = mkdtempSync(join(tmpdir(), 'schoolrun-headers-'));
const config = readConfig({
  NODE_ENV: 'test',
  PUBLIC_URL: 'https://bus.example',
  DEMO: '1',
  FRAME_ANCESTORS: 'https://hillmark.example',
  REQUESTS_PER_NETWORK: '0',
  REQUESTS_PER_TOKEN: '0',
});
const PAGE = '<html><head><style>p{color:red}</style></head><body><script>start()</script></body></html>';

let context: TestContext;
let app: FastifyInstance;
let cast: Players;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/a-1f2e.js'), 'start()');
  for (const name of ['index.html', '__spa-fallback.html']) writeFileSync(join(folder, name), PAGE);
  context = await createTestContext({ config });
  await importDemoSeason(context);
  app = await buildApp(context, { built: readBuiltPages(folder), findPage, searchablePaths });
  cast = await createPlayers({ context, app, close: async () => undefined });
});
afterAll(async () => {
  await app.close();
  await context.close();
  rmSync(folder, { recursive: true });
});

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'permissions-policy': expect.stringMatching(/camera=\(\), .*, payment=\(\)$/),
  'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
};
const isStrict = ({ headers }: LightMyRequestResponse) =>
  !/unsafe|\*/.test(String(headers['content-security-policy']));

/** What an answer lacks; a foreign origin asks, so that a reflected one would show. */
function lacksOf(where: string, answer: LightMyRequestResponse): string[] {
  const { headers } = answer;
  const missing = Object.entries(EVERYWHERE).filter(([name, wanted]) => {
    try {
      expect(headers[name]).toEqual(wanted);
      return false;
    } catch {
      return true;
    }
  });
  const lacks = missing.map(([name]) => `${where}: ${name}`);
  if (!headers['content-security-policy'] || !isStrict(answer))
    lacks.push(`${where}: content-security-policy ${String(headers['content-security-policy'])}`);
  if (
    Object.keys(headers).some(
      (name) => name.startsWith('access-control-') || name === 'set-cookie' || name === 'x-powered-by',
    )
  )
    lacks.push(`${where}: says too much`);
  return lacks;
}
const origin = { origin: 'https://elsewhere.example' };

describe('every page of the site map', () => {
  /** @shows H17.8 SE4.3 */
  it('says what it may load, who may frame it, and that browsers come back over HTTPS', async () => {
    const lacks: string[] = [];
    const framed: string[] = [];
    for (const { name, path } of [...pages, { name: 'none', path: '/nothing/is/here' }]) {
      const answer = await app.inject({ url: path.replaceAll(/:\w+/g, '1'), headers: origin });
      const policy = String(answer.headers['content-security-policy']);
      lacks.push(...lacksOf(name, answer));
      if (policy.endsWith("frame-ancestors 'self' https://hillmark.example")) framed.push(name);
      else if (!policy.endsWith("frame-ancestors 'none'")) lacks.push(`${name}: ${policy}`);
      if (!/script-src 'self' 'sha256-[^']+'; style-src 'self' 'sha256-[^']+';/.test(policy))
        lacks.push(`${name}: ${policy}`);
      const reporting = answer.headers['reporting-endpoints'];
      if (!/ trusted-types schoolrun( default)?;.* report-to policy;/.test(policy) || !reporting)
        lacks.push(name);
      if (answer.headers['strict-transport-security'] !== 'max-age=31536000; includeSubDomains')
        lacks.push(`${name}: HSTS`);
    }
    expect(lacks).toEqual([]);
    const ofAccount =
      /^(login|forgot|reset|verifyE|undoE|dashboard|profile|student|address|order|payment|help|admin)/;
    expect(framed).not.toContain('none');
    expect(framed.filter((name) => ofAccount.test(name))).toEqual(['order.success', 'order.return']);
    expect(framed).toEqual(expect.arrayContaining(['home', 'program.home', 'contract']));
  });

  it('tells nobody its address where that holds a token', async () => {
    const referrerOf = async (url: string) => (await app.inject(url)).headers['referrer-policy'];
    expect([
      await referrerOf('/reset-password?token=x'),
      await referrerOf('/verify-email?endpoint=x'),
      await referrerOf('/undo-email-change?token=x'),
      await referrerOf('/login'),
    ]).toEqual(['no-referrer', 'no-referrer', 'no-referrer', 'strict-origin-when-cross-origin']);
  });
});

describe('every answer of the API', () => {
  it('cannot run, be framed or be read by another site, nor stay in a cache when personal', async () => {
    const lacks: string[] = [];
    const family = await cast.aFamily();
    for (const definition of app.endpoints) {
      for (const path of pathVariants(definition.path)) {
        for (const token of [undefined, family.tokens.access_token]) {
          const params = Object.fromEntries(
            [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '987654321']),
          );
          const answer = await callEndpoint(app, { ...definition, path }, { params, headers: origin }, token);
          const where = `${definition.name} ${answer.statusCode}`;
          lacks.push(...lacksOf(where, answer));
          if (answer.headers['content-security-policy'] !== "default-src 'none'; frame-ancestors 'none'")
            lacks.push(`${where}: policy`);
          const isPublic =
            definition.guard === 'anyone' &&
            definition.method === 'GET' &&
            !token &&
            answer.statusCode === 200;
          if (!isPublic && answer.headers['cache-control'] !== 'no-store')
            lacks.push(`${where}: cache-control ${String(answer.headers['cache-control'])}`);
        }
      }
    }
    expect(lacks).toEqual([]);
  });
});

/** @shows H17.7 */
describe('/.well-known/security.txt', () => {
  it('names a mailbox, the day it ends, and its own address', async () => {
    const { body, headers } = await app.inject('/.well-known/security.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const [contact, expires, , canonical] = body.split('\n');
    expect(contact).toBe('Contact: mailto:service@harborline.example');
    expect(canonical).toBe('Canonical: https://bus.example/.well-known/security.txt');
    const days = (Date.parse(expires!.slice('Expires: '.length)) - context.clock.now().getTime()) / DAY_MS;
    expect(days).toBeGreaterThan(178);
    expect(days).toBeLessThan(181);
  });
});

describe('everything else', () => {
  it.each([
    '/assets/a-1f2e.js',
    '/assets/none.js',
    '/robots.txt',
    '/.well-known/apple-developer-merchantid-domain-association',
    '/storage',
    '/storage/none',
    '/storage/students/1.jpg',
    '/storage/content/none.svg',
    '/api',
    '/api/none',
    '/api/health',
    '/api/openapi.json',
    '/%E0%A4%A',
    '/api/%E0%A4%A',
    '/api/student/%00',
  ])('%s is no less strict', async (url) => {
    expect(lacksOf(url, await app.inject({ url, headers: origin }))).toEqual([]);
  });

  it('a PDF is shown in our own pages, also where a school frames them, and in no other', async () => {
    const family = await cast.aFamily();
    const { id } = await family.order();
    const url = `/storage/orders/${id}/contract.pdf`;
    const answer = await app.inject({
      url,
      headers: { ...origin, authorization: `Bearer ${family.tokens.access_token}` },
    });
    expect([answer.statusCode, lacksOf(url, answer)]).toEqual([200, []]);
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; object-src 'self'; frame-ancestors 'self' https://hillmark.example",
    );
  });

  it.each([
    'students/../../package.json',
    'students/..%2f..%2fpackage.json',
    'students/%2e%2e/%2e%2e/etc/passwd',
    'content/..%5c..%5cetc',
    'content/%00',
    'content/a%00.svg',
    'content//etc/passwd',
    'content/....//....//etc/passwd',
    'content/%252e%252e%252fetc',
    'content/C:%5cboot.ini',
    'content/.env',
    'period-program-groups/1/../../students/x.jpg',
    'students/',
    'content/',
  ])('/storage/%s leads nowhere', async (path) => {
    const family = await cast.aFamily();
    const answer = await app.inject({
      url: `/storage/${path}`,
      headers: { authorization: `Bearer ${family.tokens.access_token}` },
    });
    expect(answer.statusCode).toBeOneOf([400, 404]);
    expect(answer.body).not.toMatch(/schoolrun|root:/);
  });
});
