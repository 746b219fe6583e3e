import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortalProcess } from './portal-process.ts';

/** The portal as `npm start` runs it, on a free port, with an empty data folder that the demo fills. */
export async function startDemoPortal(
  env: Record<string, string> = {},
): Promise<{ address: string; dataDir: string; output: () => string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'schoolrun-journeys-'));
  const portal = await startPortalProcess(dataDir, {
    script: 'scripts/start.js',
    env: { NODE_ENV: 'test', TRUST_PROXY: '1', ...env },
  });
  return {
    address: portal.url,
    dataDir,
    /** all that it has logged */
    output: portal.output,
    async stop() {
      await portal.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
