import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortalProcess } from './portal-process.ts';

export type DemoPortal = {
  address: string;
  pid: number;
  dataDir: string;
  output: () => string;
  stop: () => Promise<void>;
};

/** The portal as `npm start` runs it, on a free port, with an empty data folder that the demo fills. */
export async function startDemoPortal(env: Record<string, string> = {}): Promise<DemoPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'schoolrun-journeys-'));
  const portal = await startPortalProcess(dataDir, {
    script: 'scripts/start.js',
    env: { NODE_ENV: 'test', TRUST_PROXY: '1', DEMO: '1', ...env },
  });
  return {
    address: portal.url,
    pid: portal.pid,
    dataDir,
    /** all that it has logged */
    output: portal.output,
    async stop() {
      await portal.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
