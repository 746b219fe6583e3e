import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { buildApp } from '#server/build-app.ts';
import { aFamily } from '#tests/support/app/people.ts';
import { setUpApp } from '#tests/support/app/second-factor.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';

let context: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  const config = readConfig({
    NODE_ENV: 'production',
    ALLOW_SANDBOX: '1',
    VAULT_KEYS: Buffer.alloc(32).toString('base64'),
    PUBLIC_URL: 'https://portal.example',
    SMTP_URL: 'smtps://mail.example',
  });
  context = await createTestContext({ config });
  app = await buildApp(context);
});
afterAll(async () => {
  await app.close();
  await context.close();
});

/** @shows MH9.2 */
it('where strangers come without production it is for staff alone too', async () => {
  const DATABASE_URL = 'postgres://localhost/portal';
  const config = readConfig({ PUBLIC_URL: 'https://portal.example', DATABASE_URL });
  const other = await buildApp({ ...context, config });
  expect((await other.inject('/api/openapi.json')).statusCode).toBe(401);
  await other.close();
});

/** @shows H17.6 */
it('in production the description of the calls is for staff alone', async () => {
  const read = async (token?: string) =>
    app.inject({ url: '/api/openapi.json', headers: token ? { authorization: `Bearer ${token}` } : {} });
  const family = await aFamily(app);
  const staff = await aStaffMember(app, context.db);
  await setUpApp(app, staff);
  expect([
    (await read()).statusCode,
    (await read(family.tokens.access_token)).statusCode,
    (await read(staff.tokens.access_token)).statusCode,
  ]).toEqual([401, 403, 200]);
  expect((await read()).body).not.toContain('/admin');
});
