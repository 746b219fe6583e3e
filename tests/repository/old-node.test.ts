import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** As `npm start` runs on the machine's own Node where npm may run no scripts of packages. */
const startOn = (version: string) => {
  const pretend = `Object.defineProperty(process, 'versions', {
    value: { ...process.versions, node: '${version}' } })`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'scripts/start.js'];
  return spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
};

/** @shows MO10.3 */
it('npm start on an older Node says what to run, before it builds or opens anything', () => {
  const { status, stdout, stderr } = startOn('22.18.0');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^Schoolrun needs Node 24, and this is Node 22\.18\.0\..*--ignore-scripts.*npm start\.\n$/,
  );
});
