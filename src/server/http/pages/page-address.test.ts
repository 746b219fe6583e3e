import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPage, pages } from '#app/site-map.ts';
import { readConfig } from '#platform/config/config.ts';
import { buildApp } from '#server/build-app.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { readBuiltPages } from './built-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'schoolrun-page-address-'));
const SCHOOL = 'https://hillmark.example';
const config = readConfig({ NODE_ENV: 'test', FRAME_ANCESTORS: SCHOOL });

let context: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  for (const name of ['index.html', '__spa-fallback.html'])
    writeFileSync(join(folder, name), '<html><head></head><body><script>start()</script></body></html>');
  context = await createTestContext({ config });
  const site = { built: readBuiltPages(folder), searchablePaths: [], findPage };
  const { billing } = context;
  const gateway = { ...billing.gateway, caps: { ...billing.gateway.caps, fields: 'hosted' as const } };
  app = await buildApp({ ...context, billing: { ...billing, gateway } }, site);
});
afterAll(async () => {
  await app.close();
  await context.close();
  rmSync(folder, { recursive: true });
});

/** The headers that say what a page may do, and who may keep, find or frame it. */
const POLICIES = [
  'content-security-policy',
  'permissions-policy',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'cache-control',
  'x-robots-tag',
  'reporting-endpoints',
];

type Answer = { status: number; at: string; policy: Record<string, unknown> };

/** The answer at the end of the redirects, as a browser has it. */
async function open(url: string, left = 3): Promise<Answer> {
  const { statusCode: status, headers } = await app.inject(url);
  const to = headers.location;
  if (to === undefined)
    return { status, at: url, policy: Object.fromEntries(POLICIES.map((name) => [name, headers[name]])) };
  expect([left > 0, to]).toEqual([true, expect.stringMatching(/^\/(?![/\\])/)]);
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  return open(to, left - 1);
}

const withEscape = (path: string) =>
  path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** Spellings that a browser, a person or an attacker makes of a path. */
const SPELLINGS: Record<string, (path: string) => string> = {
  'capital letters': (path) => path.toUpperCase(),
  'one capital letter': (path) => path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  'an escaped letter': withEscape,
  'a capital escape': (path) => withEscape(path).replace(/%../, (escape) => escape.toUpperCase()),
  'a blank behind it': (path) => `${path}%20`,
  'a hard blank behind it': (path) => `${path}%C2%A0`,
  'a blank before it': (path) => `/%20${path.slice(1)}`,
  'a slash behind it': (path) => `${path}/`,
  'two slashes before it': (path) => `/${path}`,
  'two slashes inside': (path) => path.replaceAll(/(.)\//g, '$1//'),
  'a full stop behind it': (path) => `${path}.`,
  'dots that lead back': (path) => `/about-us/..${path}`,
  'escaped dots that lead back': (path) => `/about-us/%2e%2e${path}`,
  'a dot that leads nowhere': (path) => `/.${path}`,
  'a backslash': (path) => path.replaceAll(/(.)\//g, '$1\\'),
  'a query': (path) => `${path}?frame=1`,
};

/** Spellings that are no page of ours; a browser would read them as something else again. */
const NO_SPELLINGS: Record<string, (path: string) => string> = {
  'an escaped slash': (path) => `/${path.slice(1).replaceAll('/', '%2f')}%2f`,
  'an escaped backslash': (path) => `${path}%5c`,
  'an escaped question mark': (path) => `${path}%3fa`,
  'an escaped number sign': (path) => `${path}%23a`,
  'an escape that is escaped': (path) =>
    path.replace(/[a-z]/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  'a zero byte': (path) => `${path}%00`,
  'a line feed': (path) => `${path}%0aa`,
};

const addressOf = (path: string) =>
  path.replaceAll(/:(\w+)/g, (_, name) => (String(name).endsWith('_id') ? '7' : 'hm-lower'));
const own = pages.filter(({ path }) => path !== '/').map(({ path }) => addressOf(path));

/** @shows MH10.1 */
describe('every page of the site map has one policy', () => {
  it.each(Object.entries(SPELLINGS))('with %s', async (_, spell) => {
    for (const path of [...own, '/']) {
      const plain = await open(path);
      const spelled = await open(spell(path));
      expect([path, spelled.status, spelled.policy]).toEqual([path, plain.status, plain.policy]);
    }
  });

  it.each(Object.entries(NO_SPELLINGS))('and none that may be framed or pays with %s', async (_, spell) => {
    for (const path of own) {
      const { status, policy } = await open(spell(path));
      const csp = String(policy['content-security-policy']);
      expect([path, status, csp.includes("frame-ancestors 'none'"), csp.includes('stripe')]).toEqual([
        path,
        404,
        true,
        false,
      ]);
    }
  });

  it('leads to the one spelling with its query', async () => {
    const { statusCode, headers } = await app.inject('/Login%20?redirectPath=%2FA&tab=signup');
    expect([statusCode, headers.location]).toEqual([308, '/login?redirectPath=%2FA&tab=signup']);
    expect((await app.inject('/HM-Lower')).headers.location).toBeUndefined();
  });
});

/** @shows MH10.2 */
it('only the pages of the list may be framed, and nothing that is not there', async () => {
  const framed: string[] = [];
  for (const { name, path } of [...pages, { name: 'none', path: '/nothing/is/here' }]) {
    const { policy } = await open(addressOf(path));
    const csp = String(policy['content-security-policy']);
    if (csp.endsWith(`frame-ancestors 'self' ${SCHOOL}`)) framed.push(name);
    else expect([name, csp.endsWith("frame-ancestors 'none'")]).toEqual([name, true]);
  }
  expect(framed).toEqual([
    'home',
    'aboutUs',
    'technology',
    'employment',
    'employment.success',
    'employment.success.corrected',
    'news',
    'contactUs',
    'privacyPolicy',
    'routeMap',
    'contract',
    'verifyContract',
    'order.success',
    'order.return',
    'notFound',
    'program.home',
  ]);
});
