import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of this thread. Only Linux has priorities of threads; elsewhere the whole portal would
 * slow down. A portal that was started at a lower priority keeps it: an ordinary account may not raise it.
 * @param niceness  from 1 to 19, 19 is the lowest priority
 */
export function lowerPriority(niceness: number): void {
  if (process.platform === 'linux') setPriority(Math.max(getPriority(), niceness));
}

/** Lowers the priority of this process, and of programs that the process starts afterwards. */
export function lowerPriorityOfProcess(niceness: number): void {
  // On Linux each thread has a priority of its own, and a new thread inherits the priority of its parent.
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, Math.max(getPriority(thread), niceness));
}
