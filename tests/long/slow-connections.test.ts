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

const headOf = (bytes: number) =>
  [
    'POST /api/login HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${bytes}`,
    '\r\n',
  ].join('\r\n');

const STOPPED = 'Sending stopped halfway. Please check your connection and try again.';

/** @shows H17.3 MD9.2 MD9.3 */
describe('somebody who sends a byte now and then', () => {
  it('is sent away after half a minute, in our words', { timeout: 60_000 }, async () => {
    const slow = open();
    slow.socket.write(headOf(100));
    for (let second = 0; second < 40 && slow.endedAfterMs() === undefined; second += 1) {
      if (slow.socket.writable) slow.socket.write('{');
      await sleep(1_000);
    }
    const [head, body] = slow.heard().split('\r\n\r\n') as [string, string];
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(body)).toEqual({ success: false, errors: [STOPPED] });
    expect(slow.endedAfterMs()).toBeGreaterThan(29_000);
    expect(slow.endedAfterMs()).toBeLessThan(40_000);
  });
});

/** @shows MD9.2 */
describe('somebody whose network is slow', () => {
  it('may take longer than half a minute', { timeout: 90_000 }, async () => {
    const slow = open();
    const body = JSON.stringify({ email: 'slow@example.com', password: 'x'.repeat(60_000) });
    slow.socket.write(headOf(body.length));
    const piece = Math.ceil(body.length / 40);
    for (let at = 0; at < body.length; at += piece) {
      slow.socket.write(body.slice(at, at + piece));
      await sleep(1_000);
    }
    await expect.poll(slow.heard, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 4(00|22) /);
    slow.socket.destroy();
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
