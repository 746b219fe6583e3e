import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** @shows MO11.3 */
it('npm ci prints no warning on the Node that README names', () => {
  const [, named] = /\bNode (\d+) is best\b/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? [];
  expect(process.versions.node.split('.')[0]).toBe(named);
  const { status, stderr } = spawnSync('npm', ['ci', '--dry-run'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) },
  });
  expect([status, stderr]).toEqual([0, '']);
});
