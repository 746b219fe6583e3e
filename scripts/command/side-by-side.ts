import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Commands of a shell that follow each other, until one fails. */
export type Check = { name: string; steps: readonly string[] };

type Ended = { name: string; isWell: boolean };

const say = (text: string) => process.stdout.write(text);

// Each is a group of its own, so that whatever it has started ends with it.
const running = new Set<ChildProcess>();
const stop = { isAsked: false };

/**
 * Runs checks side by side. Each prints its output when it is done. A signal ends all of them, with every
 * process that they have started.
 * @param first  steps that run before
 * @returns the exit code
 */
export async function runSideBySide(
  checks: readonly Check[],
  first: readonly string[] = [],
): Promise<number> {
  say(`Running side by side: ${checks.map(({ name }) => name).join('; ')}. Ctrl-C stops them.\n`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void endAll());
  const before = await run({ name: 'first', steps: first });
  if (!before.isWell) return 1;
  const ended = await Promise.all(checks.map(run));
  const failed = ended.filter(({ isWell }) => !isWell).map(({ name }) => name);
  if (stop.isAsked) say('\nStopped.\n');
  else say(failed.length > 0 ? `\nFailed: ${failed.join('; ')}\n` : '\nAll checks passed.\n');
  return failed.length > 0 ? 1 : 0;
}

async function run({ name, steps }: Check): Promise<Ended> {
  const began = performance.now();
  const said: Buffer[] = [];
  let code: number | null = 0;
  for (const step of steps) {
    if (code !== 0 || stop.isAsked) break;
    code = await runStep(step, said);
  }
  const isWell = code === 0 && !stop.isAsked;
  const seconds = Math.round((performance.now() - began) / 1000);
  if (!stop.isAsked && (name !== 'first' || !isWell))
    say(`\n== ${name}: ${isWell ? 'passed' : 'FAILED'} in ${seconds} s\n${Buffer.concat(said).toString()}`);
  return { name, isWell };
}

function runStep(step: string, said: Buffer[]): Promise<number | null> {
  const child = spawn(step, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  running.add(child);
  child.stdout.on('data', (text: Buffer) => said.push(text));
  child.stderr.on('data', (text: Buffer) => said.push(text));
  return new Promise((resolve) =>
    child.on('close', (code) => {
      running.delete(child);
      resolve(code);
    }),
  );
}

const PATIENCE_MS = 10_000;

async function endAll(): Promise<void> {
  if (stop.isAsked) return;
  stop.isAsked = true;
  const groups = [...running].map(({ pid }) => pid!);
  groups.forEach((group) => signalGroup(group, 'SIGTERM'));
  for (let waited = 0; waited < PATIENCE_MS && groups.some(isThere); waited += 50) await sleep(50);
  groups.forEach((group) => signalGroup(group, 'SIGKILL'));
}

const isThere = (group: number) => signalGroup(group, 0);

function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}
