import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testConfig } from '#tests/support/app/context-on-database.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { buildApp } from '#server/build-app.ts';
import { plainDate } from '#kit/plain-date.ts';
import { readBuiltPages } from './built-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'schoolrun-pages-'));
const files = {
  'index.html': '<html>home<script>start()</script></html>',
  '__spa-fallback.html':
    '<html>shell<script type="module">go("</p>")</script><script src="/assets/a.js"></script></html>',
  'login/index.html': '<html>login<title>%company-name% – Login</title></html>',
  'assets/a-1f2e.js': 'console.log(1)',
  'favicon.svg': '<svg/>',
  'money/index.html': '<html><p data-sandbox="%sandbox%">%banner%</p></html>',
};

const known = [/^\/$/, /^\/(login|money)$/, /^\/dashboard\/orders\/[^/]+$/, /^\/[^/]+$/];

let context: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  context = await createTestContext();
  app = await buildApp(context, {
    built: readBuiltPages(folder),
    searchablePaths: ['/', '/news'],
    findPage: (path) =>
      path === '/not-found'
        ? { name: 'notFound', path }
        : known.some((shape) => shape.test(path))
          ? { name: 'page', path }
          : undefined,
  });
});
afterAll(async () => {
  await app.close();
  await context.close();
  rmSync(folder, { recursive: true });
});

describe('the site', () => {
  it.each([
    ['/', 200, 'home'],
    ['/login', 200, 'login'],
    ['/login/', 200, 'login'],
    ['/hm-lower', 200, 'shell'],
    ['/dashboard/orders/17?tab=1', 200, 'shell'],
    ['/dashboard/nothing/here', 404, 'shell'],
    ['/not-found?path=/x', 404, 'shell'],
  ])('answers %s with %i and the %s', async (url, status, content) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(answer.body).toContain(content);
  });

  it.each([
    '/assets/gone.js',
    '/favicon.ico',
    '/index.html',
    '/__spa-fallback.html',
    '/../package.json',
    '/assets/..%2f..%2fetc.txt',
  ])('answers the missing file %s with no page', async (url) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  });

  /** @shows MD22.1 */
  it.each(['/hm.old', '/favicon.ico', '/index.html', '/assets/gone.js', '/hm.,', '/about.us.html'])(
    'answers somebody who opens %s with the page that says not found',
    async (url) => {
      const answer = await app.inject({
        url,
        headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(answer.body).toContain('shell');
    },
  );

  /** @shows MD22.1 */
  it('answers an address with a dot behind it with the page of the address', async () => {
    const answer = await app.inject({ url: '/hm.', headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '/hm']);
  });

  it('answers an unknown call with no page', async () => {
    expect((await app.inject('/api/nothing')).json()).toEqual({ success: false, errors: ['Not found.'] });
    expect((await app.inject('/api')).json()).toEqual({ success: false, errors: ['Not found.'] });
  });

  it('refuses the address of a call that is none in the envelope', async () => {
    expect((await app.inject('/api/%E0%A4%A')).json()).toEqual({
      success: false,
      errors: ['We couldn’t understand the request.'],
    });
  });

  it('tells search engines its public pages and keeps them out of the others', async () => {
    const robots = await app.inject('/robots.txt');
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(robots.body).toMatch(/^User-agent: \*\nDisallow: \/api\//);
    expect(robots.body).toContain(`Sitemap: ${context.config.publicUrl}/sitemap.xml`);
    const sitemap = await app.inject('/sitemap.xml');
    expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect([...sitemap.body.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address]) => address)).toEqual([
      `${context.config.publicUrl}/`,
      `${context.config.publicUrl}/news`,
    ]);
  });

  it('serves a file as it is and hashed files for a year', async () => {
    expect((await app.inject('/favicon.svg')).body).toBe('<svg/>');
    expect((await app.inject('/assets/a-1f2e.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
  });

  it('runs only the scripts that the build put into the page', async () => {
    const { 'content-security-policy': policy } = (await app.inject('/')).headers;
    // sha256 of `start()`
    expect(policy).toContain("script-src 'self' 'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00=';");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });

  /** @shows A-367 */
  it('says the company name that its season brings, and until then one of its own', async () => {
    const title = async () => /<title>(.*)<\/title>/.exec((await app.inject('/login')).body)?.[1];
    expect(await title()).toBe('Harborline School Bus – Login');
    await context.database.pool.query(
      `insert into company (name, dispatch_phone, dispatch_email, hiring_email, customer_service_email)
        values ('Bell & Sons', '', '', '', '')`,
    );
    context.clock.moveTo('2027-03-15T12:00:00Z');
    await vi.waitFor(async () => expect(await title()).toBe('Bell &amp; Sons – Login'));
  });

  it('is no part of the API’s description', async () => {
    const { paths } = (await app.inject('/api/openapi.json')).json();
    expect(Object.keys(paths).filter((path) => !path.startsWith('/api/'))).toEqual([]);
  });

  it('sends a page compressed to a browser that takes it so, and whole to any other', async () => {
    const sent = await app.inject({ url: '/login', headers: { 'accept-encoding': 'gzip, br' } });
    expect(sent.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    const whole = await app.inject('/login');
    expect(whole.headers['content-encoding']).toBeUndefined();
    expect(brotliDecompressSync(sent.rawPayload).toString()).toBe(whole.body);
  });

  it('sends a page again only when it has changed', async () => {
    const { etag } = (await app.inject('/login')).headers;
    expect((await app.inject({ url: '/login', headers: { 'if-none-match': String(etag) } })).statusCode).toBe(
      304,
    );
  });
});

/** @shows H17.1 */
describe('a file outside the folder of the pages', () => {
  it('is not there, whether it exists or not', async () => {
    const secret = `${folder}-secret.txt`;
    writeFileSync(secret, 'a secret');
    const paths = ['..%2f', '%2e%2e%2f', 'assets/..%2f..%2f', '..%5c'].flatMap((up) => [
      `/${up}${basename(secret)}`,
      `/${up}none.txt`,
      `/${up}etc/passwd.conf`,
    ]);
    const found = await Promise.all(paths.map(async (path) => (await app.inject(path)).statusCode));
    rmSync(secret);
    expect(found).toEqual(paths.map(() => 404));
  });

  it('nor is a folder', async () => {
    mkdirSync(join(folder, 'a.folder'));
    expect((await app.inject('/a.folder')).statusCode).toBe(404);
  });
});

/** @shows S19.2 S19.5 */
describe('what a page says of the money that moves here', () => {
  it('is with its day where the clock of the sandbox was moved', async () => {
    const day = new Date('2031-06-15T16:00:00Z');
    const clock = { ...context.clock, now: () => day, today: () => plainDate('2031-06-15') };
    const other = await buildApp(
      { ...context, clock: { ...clock, realNow: () => new Date('2031-06-10T16:00:00Z') } },
      { built: readBuiltPages(folder), searchablePaths: [], findPage: (path) => ({ name: 'page', path }) },
    );
    expect((await other.inject('/money')).body).toContain(
      'Sandbox: no real money is charged. The date here is 06/15/2031.',
    );
    await other.close();
  });
  const TEST = { STRIPE_SECRET_KEY: 'sk_test_a1', STRIPE_PUBLISHABLE_KEY: 'pk_test_a1' };
  const LIVE = {
    STRIPE_SECRET_KEY: 'sk_live_a1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_a1',
    NODE_ENV: 'production',
    VAULT_KEYS: Buffer.alloc(32).toString('base64'),
    PUBLIC_URL: 'https://ride.example',
    SMTP_URL: 'smtps://mail.example',
  };
  it.each([
    ['the sandbox', {}, '"yes">Sandbox: no real money is charged.<'],
    ['test keys of Stripe', TEST, '"test">Test mode: no real money is charged.<'],
    // The banner of such a page is hidden by its style.
    ['live keys', LIVE, '"no">'],
  ])('with %s', async (_, settings, said) => {
    const other = await buildApp(
      { ...context, config: testConfig(settings) },
      {
        built: readBuiltPages(folder),
        searchablePaths: [],
        findPage: (path) => ({ name: 'page', path }),
      },
    );
    expect((await other.inject('/money')).body).toContain(`<p data-sandbox=${said}`);
    await other.close();
  });
});

it('names nobody for holes in it before a season has said who', async () => {
  expect((await app.inject('/.well-known/security.txt')).statusCode).toBe(404);
});

/** @shows MS12.5 */
it('gives Apple the text of the settings, which proves whose address this is', async () => {
  const address = '/.well-known/apple-developer-merchantid-domain-association';
  expect((await app.inject(address)).statusCode).toBe(404);
  const config = { ...context.config, applePayDomain: '7b227073704964223a22' };
  const site = { built: readBuiltPages(folder), searchablePaths: [], findPage: () => undefined };
  const other = await buildApp({ ...context, config }, site);
  const { statusCode, headers, body } = await other.inject(address);
  expect([statusCode, headers['content-type'], body]).toEqual([
    200,
    'text/plain; charset=utf-8',
    '7b227073704964223a22',
  ]);
  await other.close();
});

/** @shows MA10.8 */
describe('an address that is written badly', () => {
  it('is a page that is not there, when nobody can read it', async () => {
    const answer = await app.inject('/%E0%A4%A');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect((await app.inject('/api/%E0%A4%A')).headers['content-type']).toContain('application/json');
  });

  it.each([
    ['//login', '/login'],
    ['//evil.example/login?a=//b', '/evil.example/login?a=//b'],
    ['/dashboard//orders', '/dashboard/orders'],
  ])('leads from %s to %s', async (url, to) => {
    const answer = await app.inject({ url: `http://portal.example${url}` });
    expect([answer.statusCode, answer.headers.location]).toEqual([308, to]);
  });
});
