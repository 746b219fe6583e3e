import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemoPortal } from '#tests/support/portal/demo-portal.ts';

const CONNECTIONS = 30;

let portal: Awaited<ReturnType<typeof startDemoPortal>>;
beforeAll(async () => void (portal = await startDemoPortal({ CONNECTIONS: String(CONNECTIONS) })), 180_000);
afterAll(() => portal.stop());

type Visitor = { socket: Socket; heard: () => string; endedAfterMs: () => number | undefined };

function open(): Visitor {
  const socket = connect(Number(new URL(portal.address).port), 'localhost');
  const began = performance.now();
  let heard = '';
  let endedAfterMs: number | undefined;
  socket.on('data', (chunk) => (heard += String(chunk)));
  socket.on('error', () => undefined);
  socket.on('close', () => (endedAfterMs = performance.now() - began));
  return { socket, heard: () => heard, endedAfterMs: () => endedAfterMs };
}

const HEAD = [
  'POST /api/login HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  'Content-Length: 100',
  '\r\n',
].join('\r\n');

/** @shows H17.3 */
describe('somebody who sends a byte now and then', () => {
  it('is sent away after half a minute', { timeout: 60_000 }, async () => {
    const slow = open();
    slow.socket.write(HEAD);
    for (let second = 0; second < 40 && slow.endedAfterMs() === undefined; second += 1) {
      if (slow.socket.writable) slow.socket.write('{');
      await sleep(1_000);
    }
    expect(slow.heard()).toMatch(/^HTTP\/1\.1 408 /);
    expect(slow.endedAfterMs()).toBeGreaterThan(29_000);
    expect(slow.endedAfterMs()).toBeLessThan(40_000);
  });
});

/** @shows H17.3 */
describe('somebody who opens many connections', () => {
  it('gets as many as the portal keeps; the rest are closed, and it serves when they are gone', async () => {
    const visitors = Array.from({ length: CONNECTIONS + 20 }, open);
    const closed = () => visitors.filter(({ endedAfterMs }) => endedAfterMs() !== undefined).length;
    await expect.poll(closed, { timeout: 10_000 }).toBe(20);
    for (const { socket } of visitors) socket.destroy();
    await expect
      .poll(async () => (await fetch(`${portal.address}/api/health`)).status, { timeout: 10_000 })
      .toBe(200);
  });
});
