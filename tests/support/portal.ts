import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
// The first start may build the pages and unpack the database.
const READY_WITHIN_MS = 180_000;

/** Reads the process's output until it names its address. */
async function addressOf(portal: ChildProcess): Promise<string> {
  let said = '';
  const timeout = setTimeout(() => portal.kill('SIGKILL'), READY_WITHIN_MS);
  try {
    for await (const chunk of portal.stdout ?? []) {
      said += String(chunk);
      const address = /ready at (http:\/\/\S+)/.exec(said)?.[1];
      if (address) return address;
    }
  } finally {
    clearTimeout(timeout);
  }
  throw new Error(`the portal ended before it was ready:\n${said}`);
}

/** The portal as `npm start` runs it, on a free port, with an empty data folder that the demo fills. */
export async function startPortal(): Promise<{ address: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'schoolrun-journeys-'));
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_FORMAT: 'plain', NODE_ENV: 'test', DATABASE_URL: undefined };
  const portal = spawn(process.execPath, ['scripts/start.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(portal, 'exit');
  const address = await addressOf(portal);
  // Its log is not read any more, and must not fill the pipe.
  portal.stdout.resume();
  return {
    address,
    async stop() {
      portal.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
