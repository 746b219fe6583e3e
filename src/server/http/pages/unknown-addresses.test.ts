import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPage } from '#app/site-map.ts';
import { buildApp } from '#server/build-app.ts';
import { createSeasonContext, type TestContext } from '#tests/support/app/test-context.ts';
import { readBuiltPages } from './built-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'schoolrun-unknown-'));
let context: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  for (const name of ['index.html', '__spa-fallback.html'])
    writeFileSync(join(folder, name), '<html>shell</html>');
  context = await createSeasonContext();
  app = await buildApp(context, { built: readBuiltPages(folder), searchablePaths: [], findPage });
});
afterAll(async () => {
  await app.close();
  await context.close();
  rmSync(folder, { recursive: true });
});

const statusOf = async (url: string) => (await app.inject(url)).statusCode;

/** @shows MO10.1 */
describe('an address with a single part', () => {
  it.each(['/hm', '/HM', '/hm?utm_source=letter', '/login', '/livez', '/readyz'])(
    'is there at %s',
    async (url) => {
      expect(await statusOf(url)).toBe(200);
    },
  );

  it.each(['/healthz', '/metrics', '/no-such-school', '/wp-login', '/not-found'])(
    'is nothing at %s, and the page says so',
    async (url) => {
      const answer = await app.inject(url);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(answer.body).toContain('shell');
    },
  );

  it('stays when its school is no longer on sale', async () => {
    await context.database.pool.query(`update program_groups set is_active = false where path = 'hm'`);
    expect(await statusOf('/hm')).toBe(200);
  });

  it('may be a school while the database is away', async () => {
    await context.database.asOwner('alter table catalog_version rename to catalog_version_away');
    expect(await statusOf('/no-such-school?again')).toBe(200);
    await context.database.asOwner('alter table catalog_version_away rename to catalog_version');
    expect(await statusOf('/no-such-school?back')).toBe(404);
  });
});
