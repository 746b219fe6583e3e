import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findBinaries, refuseIncomplete } from './binaries.ts';

const folder = mkdtempSync(join(tmpdir(), 'schoolrun-binaries-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @shows MO10.5 */
describe('the programs of the embedded PostgreSQL', () => {
  it('are complete as npm has installed them', () => {
    expect(() => refuseIncomplete(findBinaries())).not.toThrow();
  });

  it.runIf(process.platform === 'linux')('are refused with what to do where a library was not linked', () => {
    const native = join(dirname(findBinaries().postgres), '..');
    cpSync(join(native, 'bin/postgres'), join(folder, 'bin/postgres'));
    cpSync(join(native, 'lib'), join(folder, 'lib'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !/\/libicuuc\.so\.60$|\/lib\/postgresql$/.test(path),
    });
    expect(() => refuseIncomplete({ postgres: join(folder, 'bin/postgres') })).toThrow(
      /^The embedded PostgreSQL cannot load libicu\w+\.so\.60\. Run npm ci without --ignore-scripts/,
    );
  });
});
