import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';

type Options = Parameters<typeof startPortalProcess>[1] & {
  /** what is done to a first portal on the folder, which then starts anew */
  prepare?: (dataDir: string) => Promise<void>;
};

/** A portal of its own on an empty data folder, for as long as `bench` runs; nothing is left of it. */
export async function withPortal(
  bench: (portal: PortalProcess, dataDir: string) => Promise<void>,
  { prepare, ...options }: Options = {},
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-bench-'));
  // The database server runs as another user where the bench runs as root.
  chmodSync(dataDir, 0o755);
  let portal: PortalProcess | undefined;
  try {
    portal = await startPortalProcess(dataDir, options);
    if (prepare) {
      await prepare(dataDir);
      await portal.stop();
      portal = await startPortalProcess(dataDir, options);
    }
    await bench(portal, dataDir);
  } finally {
    await portal?.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
