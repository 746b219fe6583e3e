import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../../tests/support/http/serving-with-faults.ts');

type Line = { msg: string; level: number; port?: number; faults?: number; from?: string; error?: object };

let child: ChildProcess;
let lines: Line[];
let port: number;
// A single connection: the next request uses the connection with the planted error.
let agent: Agent;

beforeEach(async () => {
  child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  lines = [];
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (text) => {
      const line = JSON.parse(text) as Line;
      lines.push(line);
      if (line.port) resolve(line.port);
    });
    child.once('exit', () => reject(new Error('the process did not start')));
  });
});
afterEach(() => {
  agent.destroy();
  child.kill('SIGKILL');
});

type Answer = { status: number | undefined; reused: boolean; body: { faults?: number; answered?: boolean } };

const ask = (path: string, by: Agent = agent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path, agent: by }, (response) => {
      let text = '';
      response.on('data', (part) => (text += String(part)));
      const { statusCode: status } = response;
      response.on('end', () => resolve({ status, reused: request.reusedSocket, body: JSON.parse(text) }));
    }).on('error', reject);
  });
const said = () => lines.filter(({ msg }) => msg.startsWith('an error was caught by nobody'));

/** @shows MC1.5 */
describe('an error that nobody catches', () => {
  it.each([
    ['of a promise that nobody awaits', 'promise', 'promise'],
    ['of a timer', 'timer', 'callback'],
    ['of a callback', 'listener', 'callback'],
  ])(
    '%s is logged and counted, and the next request on the same connection is answered',
    async (_, kind, from) => {
      expect((await ask(`/plant/${kind}`)).status).toBe(200);
      await expect.poll(async () => (await ask('/faults')).body.faults).toBe(1);
      expect(await ask('/faults')).toMatchObject({ status: 200, reused: true });
      await expect
        .poll(said)
        .toMatchObject([{ from, faults: 1, error: { name: 'Error', message: 'planted' } }]);
      expect(child.exitCode).toBe(null);
    },
  );

  it('ends the process in order after an exhausted stack: what runs is answered first', async () => {
    const slow = ask('/slow', new Agent());
    await ask('/plant/stack');
    expect((await slow).body).toEqual({ answered: true });
    if (child.exitCode === null) await once(child, 'exit');
    expect([child.exitCode, said().map(({ level }) => level)]).toEqual([1, [60]]);
  });

  it('ends the process in order when there are more than twenty in a minute', async () => {
    for (let nr = 0; nr < 20; nr += 1) await ask('/plant/promise');
    expect((await ask('/faults')).body.faults).toBe(20);
    const last = ask('/plant/promise');
    expect((await last).status).toBe(200);
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(1);
  });
});
