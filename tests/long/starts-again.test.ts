import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDED_BY_ITSELF } from '#kit/exit-codes.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A portal that writes down its process and its time, and ends as its line in `ENDS` says. */
const STAND_IN = `
import { appendFileSync, readFileSync } from 'node:fs';
const { LIVES_FILE, ENDS } = process.env;
appendFileSync(LIVES_FILE, process.pid + ' ' + Date.now() + '\\n');
const life = readFileSync(LIVES_FILE, 'utf8').trim().split('\\n').length;
const end = JSON.parse(ENDS)[life - 1];
if (end === undefined) setInterval(() => undefined, 1_000);
else setTimeout(() => process.exit(end), 20);
`;

let project: string;

// An installation without the packages that build: what is built there is what runs.
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'schoolrun-again-'));
  for (const name of ['package.json', 'messages', 'scripts', 'src'])
    cpSync(join(ROOT, name), join(project, name), { recursive: true });
  mkdirSync(join(project, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => !one.startsWith('.')))
    symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
  const built = join(project, 'build/harborline');
  mkdirSync(join(built, 'portal/stand-in'), { recursive: true });
  writeFileSync(join(built, 'made-from'), '');
  writeFileSync(join(built, 'portal/stand-in/main.js'), STAND_IN);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

type Life = { pid: number; at: number };

/** `npm start`, whose portal ends with these codes, one after another, and then serves. */
function startPortal(name: string, ends: readonly number[]) {
  const file = join(project, name);
  writeFileSync(file, '');
  const child = spawn(process.execPath, [join(project, 'scripts/start.js')], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(project, 'data'),
      LIVES_FILE: file,
      ENDS: JSON.stringify(ends),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const lives = (): Life[] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' ').map(Number))
      .map(([pid = 0, at = 0]) => ({ pid, at }));
  return { child, lives, exited: once(child, 'exit'), said: () => said };
}

const SAYS = JSON.parse(readFileSync(join(ROOT, 'messages/en/portal.json'), 'utf8')) as Record<
  string,
  string
>;

/** @shows MC1.7 */
describe.concurrent('a portal that ended itself because its memory could not be trusted', () => {
  it('is started again in the same process, and a signal still ends it', async () => {
    const { child, lives, exited, said } = startPortal('once', [ENDED_BY_ITSELF]);
    await expect.poll(() => lives().length, { timeout: 30_000 }).toBe(2);
    expect(new Set(lives().map(({ pid }) => pid))).toEqual(new Set([child.pid]));
    expect(said()).toBe(`${SAYS.portal_starts_again}\n`);
    child.kill('SIGTERM');
    expect(await exited).toEqual([null, 'SIGTERM']);
  });

  it('waits longer each time, and is given up with a sentence after the fifth short life', async () => {
    const { lives, exited, said } = startPortal('always', Array<number>(9).fill(ENDED_BY_ITSELF));
    expect(await exited).toEqual([ENDED_BY_ITSELF, null]);
    const at = lives().map((life) => life.at);
    expect(at).toHaveLength(5);
    const pauses = at.slice(1).map((one, nr) => one - at[nr]!);
    for (const [nr, least] of [1_000, 2_000, 4_000, 8_000].entries())
      expect(pauses[nr]).toBeGreaterThanOrEqual(least);
    expect(said().trim().split('\n')).toEqual([
      ...Array<string>(4).fill(SAYS.portal_starts_again!),
      SAYS.portal_ended_too_often,
    ]);
  });

  it('is not started again after any other end', async () => {
    const { lives, exited, said } = startPortal('other', [1]);
    expect([await exited, lives().length, said()]).toEqual([[1, null], 1, '']);
  });
});
