import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A server that a bench compares the portal with, in a process of its own. */
export type BareProcess = { url: string; pid: number; stop(): void };

/**
 * Starts a script that prints the address at which it listens.
 * @param script  below `bench`
 * @param given   comes to it as JSON on its standard input
 */
export async function startBareProcess(
  script: string,
  given: unknown,
  env: Record<string, string> = {},
): Promise<BareProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // It must not outlive a bench that fails.
  const end = () => void child.kill();
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  child.stdin.end(JSON.stringify(given));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: /http:\S+/.exec(String(line))![0], pid: child.pid as number, stop: end };
}
