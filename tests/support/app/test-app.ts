import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import type { AppContext } from '#server/app-context.ts';
import { buildApp } from '#server/build-app.ts';
import { createTestContext, type TestContext } from './test-context.ts';

/**
 * The portal of one test file, called over HTTP without a network; it is taken down after the file's last
 * test.
 *
 *     const { context, app } = await openTestApp();
 */
export async function openTestApp(
  changes: Partial<AppContext> = {},
): Promise<{ context: TestContext; app: FastifyInstance }> {
  const context = await createTestContext(changes);
  const app = await buildApp(context);
  afterAll(async () => {
    await app.close();
    await context.close();
  });
  return { context, app };
}
