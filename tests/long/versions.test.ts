import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOnce } from '#platform/db/ask-once.ts';
import { openEmbedded } from '#platform/db/embedded/embedded.ts';
import { silentLog } from '#platform/log/log.ts';
import { columnDigests, columnsOf, rowDigests } from '#tests/support/database/row-digests.ts';
import { DidNotStart, startPortalProcess } from '#tests/support/portal/portal-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const parent = mkdtempSync(join(tmpdir(), 'schoolrun-versions-'));
// Release 0.1.0 starts as root only where the account of the database can enter the folder.
chmodSync(parent, 0o755);

const RELEASE = /^\| `([\d.]+)` \| `([0-9a-f]{40})` \|$/gm;

type Version = { name: string; commit?: string; project: string };

/** The releases that docs/operations.md lists, in their order, and this tree. */
const releases: Version[] = [...readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').matchAll(RELEASE)].map(
  ([, name, commit]) => ({ name: name!, commit: commit!, project: join(parent, name!) }),
);
const versions = [...releases, { name: 'this version', project: ROOT }];

const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
const isInClone = ({ commit }: Version) =>
  !commit || git('cat-file', '-e', `${commit}^{commit}`).status === 0;

/** Lays a release out beside the data folders, with our packages where its lock file is ours. */
function layOut({ commit, project }: Version): void {
  if (!commit) return;
  expect(git('worktree', 'add', '--detach', project, commit).status).toBe(0);
  const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (lock(project) === lock(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  else expect(spawnSync('npm', ['ci'], { cwd: project, stdio: 'ignore' }).status).toBe(0);
  expect(spawnSync(process.execPath, ['scripts/messages.ts'], { cwd: project }).status).toBe(0);
}

const start = (dataDir: string, { project }: Version) =>
  startPortalProcess(dataDir, { project, env: { NODE_ENV: 'development' } });

/** Node's own copy leaves out owners and modes, with which PostgreSQL does not start. */
const copyWithOwners = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);

async function ask<Answer>(dataDir: string, act: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const { ownerUrl, stop } = await openEmbedded({ dataDir, log: silentLog(), role: 'tool' });
  return askOnce(ownerUrl, act).finally(stop);
}

/** What families have bought and what is sealed of them. */
const KEPT = ['students', 'addresses', 'users', 'orders', 'contracts', 'payments', 'postings'];

beforeAll(async () => {
  for (const version of versions.filter(isInClone)) {
    layOut(version);
    await (await start(join(parent, `made by ${version.name}`), version)).stop();
  }
}, 900_000);
afterAll(() => {
  for (const { project, commit } of versions)
    if (commit && existsSync(project)) git('worktree', 'remove', '--force', project);
  rmSync(parent, { recursive: true, force: true });
}, 300_000);

const pairs = versions.flatMap((made, n) =>
  versions.map((opened, at) => ({ made, opened, isNewer: n > at, name: `${opened.name} on ${made.name}` })),
);

/** @shows MO1.8 */
describe('each version on the data folder of each', { timeout: 300_000 }, () => {
  it.for(pairs)('$name is refused, or right, and changes no row of a family', async (pair, { skip }) => {
    const { made, opened, isNewer } = pair;
    for (const version of [made, opened])
      if (!isInClone(version)) skip(`the commit of ${version.name} is not in this clone`);
    const dataDir = join(parent, pair.name);
    copyWithOwners(join(parent, `made by ${made.name}`), dataDir);
    const [all, columns] = [await ask(dataDir, rowDigests), await ask(dataDir, (c) => columnsOf(c, KEPT))];
    const kept = await ask(dataDir, (client) => columnDigests(client, columns));
    const started = await start(dataDir, opened).catch((error: unknown) => error);
    if (isNewer) {
      expect(started).toBeInstanceOf(DidNotStart);
      expect(await ask(dataDir, rowDigests)).toEqual(all);
      return;
    }
    expect(started).not.toBeInstanceOf(Error);
    await (started as Awaited<ReturnType<typeof start>>).stop();
    expect(await ask(dataDir, (client) => columnDigests(client, columns))).toEqual(kept);
  });
});
