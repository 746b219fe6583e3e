import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortalProcess } from './portal-process.ts';

/** A school's website that may show the portal in a frame; the journeys make its pages up. */
export const SCHOOL_SITE = 'http://school.example';

/** The portal as `npm start` runs it, on a free port, with an empty data folder that the demo fills. */
export async function startPortal(): Promise<{ address: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'schoolrun-journeys-'));
  const portal = await startPortalProcess(dataDir, { script: 'scripts/start.ts', env: { NODE_ENV: 'test', FRAME_ANCESTORS: SCHOOL_SITE, TRUST_PROXY: '1' } });
  return {
    address: portal.url,
    async stop() {
      await portal.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
