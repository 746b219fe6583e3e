import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listProductionPackages } from '../../scripts/packages/production-packages.ts';
import { startPortalProcess } from '#tests/support/portal/portal-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const BROUGHT = [
  'build',
  'messages',
  'package-lock.json',
  'package.json',
  'project.inlang',
  'schoolrun.js',
  'scripts',
  'src',
];
const CODE = ['vite.config.ts', 'vite.server.config.ts', 'react-router.config.ts', 'public'];

let parent: string;
let project: string;

/** A copy of the built project elsewhere, with the packages of `npm ci --omit=dev` and no others. */
beforeAll(() => {
  spawnSync(process.execPath, [join(ROOT, 'scripts/build.ts')], { stdio: 'ignore' });
  parent = mkdtempSync(join(tmpdir(), 'schoolrun-production-'));
  project = join(parent, 'portal');
  for (const name of [...BROUGHT, ...CODE])
    cpSync(join(ROOT, name), join(project, name), { recursive: true });
  for (const { path } of listProductionPackages()) {
    const [isNested, from, to] = [
      path.split('node_modules/').length > 2,
      join(ROOT, path),
      join(project, path),
    ];
    if (isNested || !existsSync(from)) continue;
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(from, to);
  }
});
afterAll(() => rmSync(parent, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

/** @shows H18.4 */
describe('a portal that was built elsewhere', () => {
  it('starts and serves with the packages of production alone', async () => {
    expect(existsSync(join(project, 'node_modules/vite'))).toBe(false);
    const portal = await startPortalProcess(join(parent, 'data'), { script: 'scripts/start.js', project });
    try {
      const [health, page] = await Promise.all(['/api/health', '/'].map((path) => fetch(portal.url + path)));
      expect([health!.status, page!.status]).toEqual([200, 200]);
      const listed = spawnSync('npm', ['run', '-s', 'staff', '--', 'list'], {
        cwd: project,
        encoding: 'utf8',
        env: { ...process.env, DATA_DIR: join(parent, 'data') },
      });
      expect(listed.stdout).toContain('admin@harborline.example');
    } finally {
      await portal.stop();
    }
  });

  it('says so when nothing was built', () => {
    rmSync(join(project, 'build'), { recursive: true });
    const { status, stderr } = spawnSync(process.execPath, ['scripts/start.js'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('Nothing is built here')]);
  });
});

/** @shows H18.3 */
it('a build leaves its bill of materials beside it', () => {
  expect(existsSync(join(ROOT, 'build/harborline/sbom.cdx.json'))).toBe(true);
});
