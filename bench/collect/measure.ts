import { cpuMsOfProcess, cpuMsOfServer } from '../checkout/cpu-time.ts';
import { memoryOfProcess } from '../start/memory-of.ts';

export type Measured = { seconds: number; portalMs: number; serverMs: number; peakMib: number };

const LOOK_EVERY_MS = 100;

/** CPU of a portal and of its database server while something is done, and the most memory of the portal. */
export async function measure(
  { portal, serverPid }: { portal: number; serverPid: number },
  act: () => Promise<unknown>,
): Promise<Measured> {
  const before = { at: performance.now(), portal: cpuMsOfProcess(portal), server: cpuMsOfServer(serverPid) };
  let peakMib = 0;
  const look = setInterval(() => (peakMib = Math.max(peakMib, memoryOfProcess(portal))), LOOK_EVERY_MS);
  try {
    await act();
  } finally {
    clearInterval(look);
  }
  return {
    seconds: (performance.now() - before.at) / 1000,
    portalMs: cpuMsOfProcess(portal) - before.portal,
    serverMs: cpuMsOfServer(serverPid) - before.server,
    peakMib,
  };
}

export const HEAD = `| what | rows | s | rows/s | portal CPU ms/row | PostgreSQL CPU ms/row | peak MiB |
|---|--:|--:|--:|--:|--:|--:|`;

export function print(what: string, rows: number, { seconds, portalMs, serverMs, peakMib }: Measured): void {
  const figures = [
    what,
    rows,
    seconds.toFixed(1),
    (rows / seconds).toFixed(1),
    (portalMs / rows).toFixed(2),
    (serverMs / rows).toFixed(2),
    peakMib.toFixed(0),
  ];
  console.log(`| ${figures.join(' | ')} |`);
}
