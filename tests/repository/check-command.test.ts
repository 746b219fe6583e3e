import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlive } from '#platform/db/embedded/postmaster.ts';

const RUNNER = join(import.meta.dirname, '../../scripts/command/side-by-side.ts');

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'schoolrun-check-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a program that runs these checks. */
function start(checks: { name: string; steps: string[] }[]) {
  const program = join(folder, 'check.ts');
  writeFileSync(
    program,
    `import { runSideBySide } from ${JSON.stringify(RUNNER)};
    process.exitCode = await runSideBySide(${JSON.stringify(checks)});`,
  );
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said = { text: '' };
  child.stdout.on('data', (text: Buffer) => void (said.text += String(text)));
  return { child, said, exited: once(child, 'exit') as Promise<[number]> };
}

/** @shows MO11.2 */
describe('npm run check', () => {
  it('says first what runs, and then how each ended', async () => {
    const { said, exited } = start([
      { name: 'good', steps: ['echo fine'] },
      { name: 'bad', steps: ['false', 'echo not reached'] },
    ]);
    expect((await exited)[0]).toBe(1);
    expect(said.text.split('\n')[0]).toBe('Running side by side: good; bad. Ctrl-C stops them.');
    expect(said.text).toContain('== good: passed in 0 s\nfine');
    expect(said.text).toContain('== bad: FAILED');
    expect(said.text).not.toContain('not reached');
    expect(said.text.endsWith('Failed: bad\n')).toBe(true);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('leaves no process after %s', async (signal) => {
    const pids = join(folder, signal);
    const { child, said, exited } = start([
      { name: 'long', steps: [`sleep 300 & echo $! > ${pids}; wait`, 'echo not reached'] },
    ]);
    await expect.poll(() => said.text).toContain('Running side by side');
    const read = () => Number(readFileSync(pids, { encoding: 'utf8', flag: 'a+' }));
    await expect.poll(read).toBeGreaterThan(0);
    child.kill(signal);
    expect((await exited)[0]).toBe(1);
    await expect.poll(() => isAlive(read())).toBe(false);
    expect(said.text).toContain('Stopped.');
  });
});
