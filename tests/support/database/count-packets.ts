import { Socket } from 'node:net';
import { vi } from 'vitest';

/** Counts how often something is written to a socket meanwhile: each time is a call of the system. */
export async function countPackets(act: () => Promise<unknown>): Promise<number> {
  const spies = [vi.spyOn(Socket.prototype, '_write'), vi.spyOn(Socket.prototype, '_writev')];
  try {
    await act();
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
