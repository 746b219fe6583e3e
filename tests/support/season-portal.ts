import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startPortal } from './portal.ts';
import { createSeasonFolder, type Loose } from './season-folder.ts';

const run = promisify(execFile);

/** A portal of its own whose season differs from the demo's; `change` writes into the season file that is imported over it. */
export async function startPortalWithSeason(change: (season: Loose) => void) {
  const portal = await startPortal();
  const folder = await createSeasonFolder();
  try {
    const file = await folder.write(change);
    await run(process.execPath, ['scripts/season.ts', 'import', file], { env: { ...process.env, DATA_DIR: portal.dataDir } });
  } finally {
    await folder.remove();
  }
  return portal;
}
