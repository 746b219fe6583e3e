import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Runs a drill as `npm run` does, and answers its exit code with all that it said. */
function runDrill(name: string, args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, `bench/${name}.ts`), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, said: stdout + stderr };
}

const SIZES = ['--before', '25', '--after', '25', '--again', '10'];

describe('npm run drill:restore', () => {
  /** @shows H19.1, H19.4 */
  it(
    'backs up while families buy, and restores into an empty folder with every invariant of money',
    { timeout: 600_000 },
    () => {
      const { status, said } = runDrill('restore', ['--only', 'embedded', ...SIZES]);
      expect(said).toContain('All invariants hold.');
      expect(said).toMatch(/restore into an empty folder: \d+\.\d s/);
      expect(status).toBe(0);
    },
  );

  /** @shows H19.4 */
  it('says what it needs where there is no PostgreSQL of a package, and fails', () => {
    const { status, said } = runDrill('restore', ['--only', 'outside'], { POSTGRES_BIN: '/nowhere' });
    expect([status, said]).toEqual([1, expect.stringContaining('This part needs PostgreSQL 15 or newer')]);
  });
});

describe('npm run drill:failover', () => {
  /** @shows H20.5 */
  it('says what it needs where the programs are missing, and fails', () => {
    const { status, said } = runDrill('failover', [], {
      POSTGRES_BIN: '/nowhere',
      PGBOUNCER_BIN: '/nowhere',
    });
    expect([status, said]).toEqual([1, expect.stringMatching(/needs PostgreSQL 15[^]*needs PgBouncer/)]);
  });
});
