import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { buildApp } from '#server/build-app.ts';
import { createTestHouse, type TestHouse } from './test-context.ts';

/**
 * The portal of one test file, called over HTTP without a network; it is taken down after the file's last
 * test.
 *
 *     const { house, app } = await openTestPortal();
 */
export async function openTestPortal(): Promise<{ house: TestHouse; app: FastifyInstance }> {
  const house = await createTestHouse();
  const app = await buildApp(house);
  afterAll(async () => {
    await app.close();
    await house.close();
  });
  return { house, app };
}
