import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Task, Told } from './worker.ts';

const WORKER = join(import.meta.dirname, 'worker.ts');

/**
 * Plays seeds in worker processes, each with a part of them: a process has the portal's code as one bug has
 * it, and a machine has more than one core.
 * @param onTold  called for each seed as it is done
 */
export async function playAll(
  task: Task,
  workers: number,
  onTold: (told: Told) => void = () => undefined,
): Promise<Told[]> {
  const parts = Array.from({ length: Math.min(workers, task.seeds.length) }, (_, at) =>
    task.seeds.filter((__, index) => index % workers === at),
  );
  const all = await Promise.all(parts.map((seeds) => playPart({ ...task, seeds }, onTold)));
  return all.flat().toSorted((a, b) => a.seed - b.seed);
}

async function playPart(task: Task, onTold: (told: Told) => void): Promise<Told[]> {
  const child = spawn(process.execPath, [WORKER, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [told, complaints]: [Told[], string[]] = [[], []];
  child.stderr.on('data', (text) => complaints.push(String(text)));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    told.push(JSON.parse(line) as Told);
    onTold(told.at(-1)!);
  }
  if ((await ended) !== 0) throw new Error(`a worker of the simulation ended early:\n${complaints.join('')}`);
  return told;
}
