import { readdirSync, readFileSync } from 'node:fs';

const kibOf = (path: string, name: string): number => {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(path, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/** Memory that a process holds, in MiB. */
export const memoryOfProcess = (pid: number): number => kibOf(`/proc/${pid}/status`, 'VmRSS') / 1024;

/** Memory of a PostgreSQL server and its connections, what they share counted once, in MiB. */
export function memoryOfServer(pid: number): number {
  const isOfServer = (each: string) => Number(each) === pid || kibOf(`/proc/${each}/status`, 'PPid') === pid;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOfServer(name));
  return pids.reduce((sum, each) => sum + kibOf(`/proc/${each}/smaps_rollup`, 'Pss'), 0) / 1024;
}
