import { readFileSync } from 'node:fs';

/**
 * What Linux says of a process, by the numbers of proc_pid_stat(5): `readProcessStat(pid)(4)` is its parent.
 * @returns a reader of the fields that are numbers, all of one moment
 * @throws when there is no such process
 */
export function readProcessStat(pid: number | string): (field: number) => number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, field 2, stands in brackets and may hold anything, brackets too.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (field) => Number(fields[field - 3]);
}
