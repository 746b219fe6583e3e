import { readdirSync } from 'node:fs';
import { readProcessStat } from '#tests/support/portal/process-stat.ts';

// The kernel counts in hundredths of a second whatever its own tick is (man 5 proc).
const MS_PER_TICK = 10;

type Stat = { parent: number; ownMs: number; collectedMs: number };

/** User and system time of a process; undefined when it has ended meanwhile. */
function statOf(pid: number | string): Stat | undefined {
  try {
    const field = readProcessStat(pid);
    return {
      parent: field(4),
      // User and system time, its own and those of children that have ended.
      ownMs: (field(14) + field(15)) * MS_PER_TICK,
      collectedMs: (field(16) + field(17)) * MS_PER_TICK,
    };
  } catch {
    return undefined;
  }
}

export const cpuMsOfProcess = (pid: number) => statOf(pid)?.ownMs ?? 0;

/** CPU time of a PostgreSQL server: its first process, those it has, and those it had. */
export function cpuMsOfServer(pid: number): number {
  const server = statOf(pid);
  if (!server) return 0;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const living = pids.map(statOf).filter((stat) => stat?.parent === pid);
  return living.reduce((sum, stat) => sum + (stat?.ownMs ?? 0), server.ownMs + server.collectedMs);
}
