import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '#platform/log/log.ts';
import { freeSpaceOf, openDataFolder, readFreeSpace } from './data-folder.ts';

let parent: string;
let dataDir: string;
const umask = process.umask();
const modeOf = (path: string) => statSync(join(dataDir, path)).mode & 0o777;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'schoolrun-folder-'));
  dataDir = join(parent, 'data');
});
afterEach(() => {
  process.umask(umask);
  rmSync(parent, { recursive: true });
});

/** @shows H14.2 */
describe('the data folder', () => {
  it('is made for its owner alone, and so is what is written from then on', async () => {
    await openDataFolder(dataDir, silentLog());
    mkdirSync(join(dataDir, 'files/photos'), { recursive: true });
    writeFileSync(join(dataDir, 'files/photos/a.jpg'), '');
    expect([modeOf(''), modeOf('files'), modeOf('files/photos'), modeOf('files/photos/a.jpg')]).toEqual([
      0o700, 0o700, 0o700, 0o600,
    ]);
  });

  it('is closed with all that an earlier version left open', async () => {
    mkdirSync(join(dataDir, 'mail'), { recursive: true });
    writeFileSync(join(dataDir, 'mail/a.eml'), '');
    for (const path of ['', 'mail']) chmodSync(join(dataDir, path), 0o755);
    chmodSync(join(dataDir, 'mail/a.eml'), 0o644);
    await openDataFolder(dataDir, silentLog());
    expect([modeOf(''), modeOf('mail'), modeOf('mail/a.eml')]).toEqual([0o700, 0o700, 0o600]);
  });
});

/** @shows MO2.2 */
it('the room that is left is low below a gigabyte', async () => {
  const { free_mb, is_low } = await readFreeSpace(tmpdir());
  expect(is_low).toBe(free_mb < 1_000);
  expect(freeSpaceOf(999_999_999)).toEqual({ free_mb: 999, is_low: true });
  expect(freeSpaceOf(1_000_000_000)).toEqual({ free_mb: 1_000, is_low: false });
});
