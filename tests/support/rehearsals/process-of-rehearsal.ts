import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = `schoolrun-rehearsal-${process.pid}-`;

/** Folders of rehearsals of this process. */
export const foldersOfRehearsals = (): string[] =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith(NAME))
    .map((name) => join(tmpdir(), name));

const pids = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** The lines of a file of a process; none if the process has ended. */
function linesOf(pid: string, file: string, end = '\n'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split(end).filter(Boolean);
  } catch {
    return [];
  }
}

/** The process of the rehearsal that this process has begun. */
export const findProcess = (): string | undefined =>
  pids().find(
    (pid) =>
      linesOf(pid, 'cmdline', '\0').some((part) => part.includes('rehearsal-worker')) &&
      linesOf(pid, 'status').includes(`PPid:\t${process.pid}`),
  );

/** The database servers of folders of rehearsals of this process. */
export const findServers = (): string[] =>
  pids().filter((pid) => linesOf(pid, 'cmdline', '\0').some((part) => part.includes(NAME)));

export const environmentOf = (pid: string): Record<string, string> =>
  Object.fromEntries(
    linesOf(pid, 'environ', '\0').map((line) => {
      const [name = '', ...value] = line.split('=');
      return [name, value.join('=')];
    }),
  );

/** The priority of each thread: 19 is the lowest. */
export const prioritiesOf = (pid: string): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const [stat = ''] = linesOf(pid, `task/${thread}/stat`);
    // After the name, which may have blanks: the nineteenth number.
    return stat ? [Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])] : [];
  });

const addressOf = (hex: string) => {
  const [, port = ''] = hex.split(':');
  return Number.parseInt(port, 16);
};

type Connections = { ports: number[]; sockets: number };

/** The ports that a process is connected to, and the number of its other sockets. */
export function connectionsOf(pid: string): Connections {
  const inodes = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
    } catch {
      return [];
    }
  });
  const tcp = ['net/tcp', 'net/tcp6'].flatMap((file) => linesOf(pid, file).slice(1));
  const ports = tcp.flatMap((line) => {
    const parts = line.trim().split(/\s+/);
    return inodes.includes(parts[9]!) ? [addressOf(parts[2]!)] : [];
  });
  return { ports, sockets: inodes.length - ports.length };
}
