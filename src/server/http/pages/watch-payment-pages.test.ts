import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPage } from '#app/site-map.ts';
import { buildApp } from '#server/build-app.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { readBuiltPages } from './built-pages.ts';
import { differencesOf, type Answer, type ReadPath } from './watch-payment-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'schoolrun-pci-watch-'));
const PAGE =
  '<html><head><title>%company-name%</title></head><body><script>start()</script>' +
  '<script type="module" src="/assets/start-1f2e.js"></script></body></html>';
const files = {
  'index.html': PAGE,
  'dashboard/payment-methods/create/index.html': PAGE,
  'assets/start-1f2e.js': 'start()',
};

let context: TestContext;
let app: FastifyInstance;
beforeAll(async () => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  context = await createTestContext();
  const { billing } = context;
  const gateway = { ...billing.gateway, caps: { ...billing.gateway.caps, fields: 'hosted' as const } };
  const site = { built: readBuiltPages(folder), searchablePaths: [], findPage };
  app = await buildApp({ ...context, billing: { ...billing, gateway } }, site);
});
afterAll(async () => {
  await app.close();
  await context.close();
  rmSync(folder, { recursive: true });
});

const sha = (kind: string, text: string) => `${kind}-${createHash(kind).update(text).digest('base64')}`;
const origin = 'http://ride.example';
const listed = {
  scripts: [
    { source: '/assets/start-1f2e.js', integrity: sha('sha384', 'start()') },
    { source: 'https://js.stripe.com/*' },
  ],
  inline: new Set([`'${sha('sha256', 'start()')}'`]),
};

const read: ReadPath = async (path) => {
  const { statusCode: status, headers, rawPayload: body } = await app.inject(path);
  return { status, headers: headers as Record<string, string>, body };
};
/** The same, with something that has come between the portal and a browser. */
const watched = (change: (answer: Answer, path: string) => Partial<Answer> = () => ({})) =>
  differencesOf(
    async (path) => {
      const answer = await read(path);
      return { ...answer, ...change(answer, path) };
    },
    { origin, listed },
  );
const isPage = (path: string) => !path.startsWith('/assets');
const withBody = (from: string, to: string) => (answer: Answer, path: string) =>
  isPage(path) ? { body: Buffer.from(answer.body.toString().replace(from, to)) } : {};
const withPolicy =
  (from: string, to: string) =>
  ({ headers }: Answer, path: string) =>
    isPage(path)
      ? {
          headers: {
            ...headers,
            'content-security-policy': headers['content-security-policy']!.replace(from, to),
          },
        }
      : {};

/** @shows S23.8 */
describe('the watch of the payment pages', () => {
  it('finds nothing on the pages of its own build', async () => expect(await watched()).toEqual([]));

  it.each<[string, Parameters<typeof watched>[0], string]>([
    [
      'a file of another host',
      withBody('</head>', '<script src="https://evil.example/x.js"></script></head>'),
      'loads https://evil.example/x.js, which is not listed',
    ],
    [
      'a file of ours that is not listed',
      withBody('start-1f2e', 'other-1f2e'),
      'loads /assets/other-1f2e.js, which is not listed',
    ],
    [
      'a script inside the page',
      withBody('start()', 'start();steal()'),
      'has a script inside that the build did not make',
    ],
    [
      'a policy that lets another host in',
      withPolicy("script-src 'self'", "script-src 'self' https://evil.example"),
      'its policy allows more: script-src https://evil.example',
    ],
    [
      'a policy that lets any script in',
      withPolicy("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
      "its policy allows more: script-src 'unsafe-inline'",
    ],
    [
      'a policy that lets numbers out',
      withPolicy("connect-src 'self'", "connect-src 'self' https://evil.example"),
      'its policy allows more: connect-src https://evil.example',
    ],
    ['a policy without a directive', withPolicy("base-uri 'self';", ''), 'its policy has no base-uri'],
    [
      'no policy',
      ({ headers: { 'content-security-policy': _, ...headers } }) => ({ headers }),
      'its policy has no script-src',
    ],
    [
      'another header',
      ({ headers }) => ({ headers: { ...headers, 'x-content-type-options': '' } }),
      'x-content-type-options is',
    ],
    ['a page that is away', (_, path) => (isPage(path) ? { status: 503 } : {}), 'answered 503'],
    [
      'a file with other bytes',
      (_, path) => (isPage(path) ? {} : { body: Buffer.from('steal()') }),
      'its bytes are not those of the build',
    ],
    [
      'a file that is gone',
      (_, path) => (isPage(path) ? {} : { status: 404 }),
      '/assets/start-1f2e.js: answered 404',
    ],
  ])('tells of %s', async (_, change, sentence) => {
    expect((await watched(change)).join('\n')).toContain(sentence);
  });

  it('wants a portal at https to say that it is always there', async () => {
    const at = { origin: 'https://ride.example', listed };
    expect((await differencesOf(read, at)).join('\n')).toContain('strict-transport-security is missing');
  });
});
