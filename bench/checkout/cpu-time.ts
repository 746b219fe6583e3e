import { readdirSync, readFileSync } from 'node:fs';

// The kernel counts in hundredths of a second whatever its own tick is (man 5 proc).
const MS_PER_TICK = 10;

type Stat = { parent: number; ownMs: number; collectedMs: number };

/** User and system time of a process; undefined when it has ended meanwhile. */
function statOf(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold anything, brackets too; the state is the first field behind
    // it.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent, user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map(
      (at) => fields[at] ?? 0,
    ) as [number, number, number, number, number];
    return {
      parent,
      ownMs: (user + system) * MS_PER_TICK,
      collectedMs: (childUser + childSystem) * MS_PER_TICK,
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
