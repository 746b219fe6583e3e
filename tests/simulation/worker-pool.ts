import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Task, SeedReport } from './worker.ts';

const WORKER = join(import.meta.dirname, 'worker.ts');

type Told = {
  onReport?: ((told: SeedReport) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Plays seeds in worker processes, each with a part of them: a process has the portal's code as one bug has
 * it, and a machine has more than one core.
 * @param onReport  called for each seed as it is done
 * @param signal  ends the processes, which else play on behind a test that has no time left
 */
export async function runPool(
  task: Task,
  workers: number,
  { onReport, signal }: Told = {},
): Promise<SeedReport[]> {
  const parts = Array.from({ length: Math.min(workers, task.seeds.length) }, (_, at) =>
    task.seeds.filter((__, index) => index % workers === at),
  );
  const all = await Promise.all(parts.map((seeds) => playPart({ ...task, seeds }, { onReport, signal })));
  return all.flat().toSorted((a, b) => a.seed - b.seed);
}

async function playPart(task: Task, { onReport, signal }: Told): Promise<SeedReport[]> {
  const child = spawn(process.execPath, [WORKER, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  const [told, complaints]: [SeedReport[], string[]] = [[], []];
  child.stderr.on('data', (text) => complaints.push(String(text)));
  child.on('error', (error) => complaints.push(error.message));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    told.push(JSON.parse(line) as SeedReport);
    onReport?.(told.at(-1)!);
  }
  if ((await ended) !== 0) throw new Error(`a worker of the simulation ended early:\n${complaints.join('')}`);
  return told;
}
