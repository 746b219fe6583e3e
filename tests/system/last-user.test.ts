import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { openEmbedded } from '#platform/db/embedded/embedded.ts';
import { isServerOf, readPostmaster } from '#platform/db/embedded/postmaster.ts';
import { silentLog } from '#platform/log/log.ts';

/* The last process that uses an embedded database stops the server. */

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-last-user-'));
const dataFolder = join(dataDir, 'postgres/data');
const openAs = (role: 'portal' | 'tool') => openEmbedded({ dataDir, log: silentLog(), role });
afterAll(() => rmSync(dataDir, { recursive: true }));

function isServing(): boolean {
  const pid = readPostmaster(dataFolder)?.pid;
  return pid !== undefined && isServerOf(pid, dataFolder);
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

it('a backup leaves the server to a portal whose lock was lost, and the next backup stops it', async () => {
  const tool = await openAs('tool');
  const portalWithoutLock = await connectTo(tool.url);
  await tool.stop();
  expect((await portalWithoutLock.query('select 42 as answer')).rows).toEqual([{ answer: 42 }]);
  await portalWithoutLock.end();
  await (await openAs('tool')).stop();
  expect(isServing()).toBe(false);
});

it('a portal that stops ends the server also under a client that was forgotten', async () => {
  const portal = await openAs('portal');
  await connectTo(portal.ownerUrl);
  await portal.stop();
  expect(isServing()).toBe(false);
});
