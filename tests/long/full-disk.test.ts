import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  health,
  home,
  killServer,
  query,
  start,
  useEmptyFolder,
} from '#tests/support/portal/embedded-portal.ts';

useEmptyFolder();

const SIZE = '400m';
const WITHIN_MS = 30_000;

/** Gives the data folder a small file system of its own. @returns why this machine does not allow that */
function mountSmallFolder(): string | undefined {
  mkdirSync(home.dataDir);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'schoolrun-full-disk', home.dataDir]);
    return undefined;
  } catch (error) {
    return String((error as { stderr?: unknown }).stderr || error);
  }
}

const fillerPath = () => join(home.dataDir, 'filler');

function fillDisk(): void {
  const { bfree, bsize } = statfsSync(home.dataDir);
  try {
    writeFileSync(fillerPath(), Buffer.alloc(bfree * bsize + 1));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  }
}

/** Writes until the server ends, as it has no room for its log. @returns what it has answered as written */
async function writeUntilFull(): Promise<number[]> {
  const answered: number[] = [];
  for (let nr = 0; nr < 200; nr += 1) {
    try {
      await query(`insert into kept values (${nr})`);
      answered.push(nr);
      // The first row makes the table's first page, in which the others find room.
      if (nr === 0) fillDisk();
      await query('select pg_switch_wal()');
    } catch (error) {
      if ((error as { severity?: string }).severity !== 'ERROR') return answered;
    }
  }
  throw new Error('the disk never was full');
}

/** @shows MO2.1 */
it('a portal whose disk was full serves again once there is room, and has all that it answered', async ({
  skip,
}) => {
  const why = mountSmallFolder();
  if (why) return skip(`mounting a small file system is refused here: ${why}`);
  try {
    const portal = await start();
    await query('create table kept (nr integer)');
    const answered = await writeUntilFull();
    await expect.poll(() => health(portal), { timeout: WITHIN_MS }).toBe(503);
    // Long enough for several starts that fail.
    await sleep(5_000);
    expect(await health(portal)).toBe(503);
    rmSync(fillerPath());
    await expect.poll(() => health(portal), { timeout: WITHIN_MS }).toBe(200);
    const found = await query<{ nr: number }>('select nr from kept order by nr');
    expect(found.map(({ nr }) => nr)).toEqual(expect.arrayContaining(answered));
    expect(answered.length).toBeGreaterThan(0);
    expect((await portal.stop()).code).toBe(0);
  } finally {
    for (const portal of home.portals) await portal.kill();
    await killServer();
    execFileSync('umount', ['-l', home.dataDir]);
  }
});
