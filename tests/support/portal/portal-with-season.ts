import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startDemoPortal } from './demo-portal.ts';
import { createSeasonFolder, type Loose } from '#tests/support/season/season-folder.ts';

const run = promisify(execFile);

/**
 * Imports the demo season, edited, into the portal of a data folder, as staff do at the command line while it
 * runs.
 */
export async function importSeason(
  dataDir: string,
  change: (season: Loose) => void,
  env: Record<string, string> = {},
): Promise<void> {
  const folder = await createSeasonFolder();
  try {
    await run(process.execPath, ['schoolrun.js', 'season', 'import', await folder.write(change)], {
      env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, ...env },
    });
  } finally {
    await folder.remove();
  }
}

/**
 * A portal of its own whose season differs from the demo's; `change` writes into the season file that is
 * imported over it.
 */
export async function startPortalWithSeason(change: (season: Loose) => void) {
  const portal = await startDemoPortal();
  await importSeason(portal.dataDir, change);
  return portal;
}
