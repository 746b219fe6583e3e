import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Postmaster = {
  pid: number;
  port: number;
  /** the folder of the Unix socket; empty without a socket */
  socketFolder: string;
  isReady: boolean;
};

export function readPostmaster(dataFolder: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
    const socketFolder = lines[4]?.trim() ?? '';
    return { pid, port: Number(lines[3]), socketFolder, isReady: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** After a restart of the machine, the number in `postmaster.pid` may belong to any other program. */
export function isServerOf(pid: number, dataFolder: string): boolean {
  if (!isAlive(pid)) return false;
  const command = commandLineOf(pid);
  return command.includes('postgres') && command.includes(dataFolder);
}

function commandLineOf(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
