import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPage, pages } from '#app/site-map.ts';
import { buildApp } from '#server/build-app.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { readBuiltPages } from './built-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'schoolrun-payment-pages-'));
const PAGE =
  '<html><head><title>%company-name%</title><meta name="pays" content="%pays%"></head>' +
  '<body><script>start()</script></body></html>';
const files = {
  'index.html': PAGE,
  'dashboard/payment-methods/create/index.html': PAGE,
  'assets/overpass-1f2e.woff2': 'a font',
  'assets/start-1f2e.js': 'start()',
};

const addressOf = (path: string) =>
  path.replaceAll(/:(\w+)/g, (_, name) => (String(name).endsWith('_id') ? '7' : 'hm'));
const entered = pages.filter(({ pays }) => pays).map(({ path }) => addressOf(path));
const others = pages.filter(({ pays }) => !pays).map(({ path }) => addressOf(path));

let context: TestContext;
let hosted: FastifyInstance;
let sandbox: FastifyInstance;

beforeAll(async () => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  context = await createTestContext();
  const site = { built: readBuiltPages(folder), searchablePaths: [], findPage };
  const { billing } = context;
  const gateway = { ...billing.gateway, caps: { ...billing.gateway.caps, fields: 'hosted' as const } };
  hosted = await buildApp({ ...context, billing: { ...billing, gateway } }, site);
  sandbox = await buildApp(context, site);
});
afterAll(async () => {
  await hosted.close();
  await sandbox.close();
  await context.close();
  rmSync(folder, { recursive: true });
});

/** The directives of a page's policy, each with what it allows. */
async function policyOf(app: FastifyInstance, path: string): Promise<Record<string, string[]>> {
  const { headers } = await app.inject(path);
  const directives = String(headers['content-security-policy']).split('; ');
  return Object.fromEntries(directives.map((text) => [text.split(' ')[0], text.split(' ').slice(1)]));
}

/** @shows S20.1 */
describe('a page where cards and accounts are typed into the processor’s fields (check 40)', () => {
  it('is the contract, that of a payment, or that of a new method', () => {
    expect(entered).toEqual([
      '/contract',
      '/dashboard/offers/7',
      '/dashboard/orders/7/payments/7/pay',
      '/dashboard/payment-methods/create',
    ]);
  });

  it.each(entered)(
    '%s loads from the processor what its fields need, and nothing from anybody else',
    async (path) => {
      const before = await policyOf(sandbox, path);
      const now = await policyOf(hosted, path);
      const added = Object.entries(now).map(([name, allowed]) => [
        name,
        allowed.filter((origin) => !before[name]?.includes(origin)),
      ]);
      expect(Object.fromEntries(added.filter(([, origins]) => origins!.length > 0))).toEqual({
        'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
        'connect-src': ['https://api.stripe.com'],
        'frame-src': [
          "'self'",
          'https://js.stripe.com',
          'https://*.js.stripe.com',
          'https://hooks.stripe.com',
        ],
        'trusted-types': ['default'],
      });
    },
  );

  it.each(entered)('%s lets a bank’s own window tell it how the login ended', async (path) => {
    const { headers } = await hosted.inject(path);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  });
});

/** @shows MS12.4 */
describe('the permission to ask the wallets of the browser', () => {
  const ASKS = ['/contract', '/dashboard/offers/7', '/dashboard/orders/7/payments/7/pay'];
  const DENIED = /, payment=\(\)$/;
  const policyFor = async (app: FastifyInstance, path: string) =>
    String((await app.inject(path)).headers['permissions-policy']);

  it.each(ASKS)('stands on %s, for the page and the processor’s frames alone', async (path) => {
    const policy = await policyFor(hosted, path);
    expect(policy.split(', ').at(-1)).toBe(
      'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
    );
    expect(policy).toContain('camera=(), ');
  });

  it('stands on no other page, not where a method is saved, and nowhere on the sandbox', async () => {
    const without = [...entered, ...others, '/nothing/here'].filter((path) => !ASKS.includes(path));
    expect(without).toContain('/dashboard/payment-methods/create');
    for (const path of without)
      expect([path, await policyFor(hosted, path)]).toEqual([path, expect.stringMatching(DENIED)]);
    for (const path of ASKS) expect(await policyFor(sandbox, path)).toMatch(DENIED);
  });
});

/** @shows S20.2 */
describe('every other page', () => {
  it('keeps the policy that it has without the processor’s fields', async () => {
    expect(others.length).toBeGreaterThan(45);
    for (const path of [...others, '/nothing/here']) {
      const [one, other] = [await hosted.inject(path), await sandbox.inject(path)];
      for (const name of ['content-security-policy', 'cross-origin-opener-policy', 'referrer-policy'])
        expect([path, one.headers[name]]).toEqual([path, other.headers[name]]);
      expect(JSON.stringify(one.headers)).not.toContain('stripe');
    }
  });

  it('tells its links that a page with such fields is to be loaded anew', async () => {
    const markOf = async (app: FastifyInstance, path: string) =>
      /<meta name="pays" content="(\w*)">/.exec((await app.inject(path)).body)?.[1];
    expect(await markOf(hosted, '/contract')).toBe('yes');
    expect(await markOf(hosted, '/dashboard/orders/7')).toBe('no');
    expect(await markOf(sandbox, '/contract')).toBe('');
    const etags = await Promise.all(['/contract', '/verify-contract'].map((path) => hosted.inject(path)));
    expect(new Set(etags.map(({ headers }) => headers.etag)).size).toBe(2);
  });
});

/** @shows S20.3 */
describe('a file of the portal', () => {
  it('is lent to another site only where it is a typeface, for the frame of the fields', async () => {
    const lentTo = async (app: FastifyInstance, path: string) =>
      (await app.inject(path)).headers['access-control-allow-origin'];
    expect(await lentTo(hosted, '/assets/overpass-1f2e.woff2')).toBe('*');
    expect(await lentTo(hosted, '/assets/start-1f2e.js')).toBeUndefined();
    expect(await lentTo(hosted, '/contract')).toBeUndefined();
    expect(await lentTo(sandbox, '/assets/overpass-1f2e.woff2')).toBeUndefined();
  });
});
