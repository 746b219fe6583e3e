import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import { m } from '#i18n/messages.js';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { buildApp } from '#server/build-app.ts';
import { readBuiltPages } from '#server/http/pages/built-pages.ts';
import { testConfig } from '#tests/support/app/context-on-database.ts';
import type { SeasonApp } from '#tests/support/app/season-app.ts';
import { createSeasonContext } from '#tests/support/app/test-context.ts';
import { isForStaff, requestOf } from '#tests/support/endpoints/call-endpoint.ts';
import { createPlayers, type PlayerFamily, type Players } from '#tests/support/endpoints/players.ts';
import { samples } from '#tests/support/endpoints/samples.ts';
import { failHalfway, type Halfway } from './fail-halfway.ts';
import { plantInFastify, type PlantedApp } from './thrown-in-fastify.ts';

const REPEAT_FOR_MS = 1;

const PAGES = {
  'index.html': '<html>home</html>',
  'login/index.html': '<html>login</html>',
  'assets/a-1f2e.js': 'console.log(1)',
};

/** A portal on real connections, whose handlers, hooks and transactions throw when asked. */
export const portal = {} as {
  planted: PlantedApp;
  halfway: Halfway;
  shop: SeasonApp;
  cast: Players;
  agent: Agent;
  rightAnswer: string;
};

/** Opens the portal for a test file. */
export function useThrowingApp(): void {
  const folder = mkdtempSync(join(tmpdir(), 'schoolrun-thrown-'));
  beforeAll(async () => {
    for (const [name, content] of Object.entries(PAGES)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    const planted = plantInFastify();
    const context = await createSeasonContext({ config: testConfig({ VISITORS_AT_ONCE: '100000' }) });
    const halfway = failHalfway(context.db);
    const site = { built: readBuiltPages(folder), findPage, searchablePaths: ['/'] };
    const app = await buildApp(context, site, { repeatForMs: REPEAT_FOR_MS });
    const close = async () => {
      await app.close();
      await context.close();
    };
    const shop = { context, app, close };
    await app.listen({ port: 0, host: '127.0.0.1' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    Object.assign(portal, { planted, halfway, shop, agent, cast: await createPlayers(shop) });
    // Twice, so that the connection is there.
    await ask({ method: 'GET', url: RIGHT });
    portal.rightAnswer = (await ask({ method: 'GET', url: RIGHT })).body;
  });
  afterAll(async () => {
    portal.agent.destroy();
    portal.planted.stop();
    await portal.shop.close();
    rmSync(folder, { recursive: true });
  });
}

const findPage = (path: string) => (/^\/(login)?$/.test(path) ? { name: 'page', path } : undefined);

export type Answer = {
  status: number | undefined;
  body: string;
  headers: IncomingHttpHeaders;
  isReused: boolean;
};

export const CLOSED = 'the connection was closed';

/** Sends a request as it would be injected, on the one connection, and never gets a repeated answer. */
export async function ask({ method, url, headers, payload }: InjectOptions): Promise<Answer> {
  await sleep(5 * REPEAT_FOR_MS);
  const { port } = portal.shop.app.server.address() as AddressInfo;
  const body = Buffer.isBuffer(payload) ? payload : payload && JSON.stringify(payload);
  const sent = { ...(headers as object), ...(body && { 'content-length': Buffer.byteLength(body) }) };
  return new Promise((resolve, reject) => {
    const options = {
      agent: portal.agent,
      port,
      host: '127.0.0.1',
      method,
      path: String(url),
      headers: sent,
    };
    const asked = request(options, (response) => {
      let text = '';
      response.on('data', (part) => (text += String(part))).on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          body: text,
          headers: response.headers,
          isReused: asked.reusedSocket,
        }),
      );
    });
    asked.setTimeout(10_000, () => asked.destroy(new Error(`${String(url)} was not answered`)));
    asked.on('error', reject).end(body);
  });
}

export const RIGHT = '/api/program_group/read/all';

/** Whether an answer is the one for an error of ours, in the envelope. */
export const isOurs = ({ status, body }: Answer) =>
  status === 500 && body.startsWith(`{"success":false,"errors":[${JSON.stringify(m.server_unexpected())}]`);

/** What is wrong with the portal after an error: the next request, its connection, the pool. */
export async function harmOf(): Promise<string[]> {
  const next = await ask({ method: 'GET', url: RIGHT });
  const { pool } = portal.shop.context.database;
  await expect.poll(() => pool.totalCount - pool.idleCount, { interval: 5 }).toBe(0);
  return [
    ...(next.status === 200 && next.body === portal.rightAnswer ? [] : [`the next request: ${next.status}`]),
    ...(next.isReused ? [] : [CLOSED]),
    ...(pool.waitingCount === 0 ? [] : ['somebody waits for a connection of the database']),
  ];
}

/** The call of an endpoint as its sample has it, for a family that made no other. */
export async function callOf(
  definition: EndpointDefinition,
): Promise<{ family: PlayerFamily; call: InjectOptions }> {
  const { cast } = portal;
  const family = await cast.aFamily();
  const sent = await samples[definition.name]!.send(family, cast);
  const { tokens } = isForStaff(definition) ? cast.staff : family;
  return { family, call: requestOf(definition, sent, tokens.access_token) };
}
