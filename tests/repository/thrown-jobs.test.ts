import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPlaces, serverFiles } from '#tests/support/sweep/find-places.ts';

const ROOT = join(import.meta.dirname, '../..');

/** @shows MC1.11 */
it('the sweep of thrown places knows each job of the sources, in whatever file it is declared', () => {
  const declared = serverFiles().flatMap((file) =>
    Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(/\bcron: '/g), () => file),
  );
  const found = findPlaces()
    .filter(({ name }) => / run(?: \d+)?$/.test(name))
    .map(({ file }) => file);
  // `accounts.jobs.ts` names the work of two jobs before it lists them.
  expect(found.toSorted()).toEqual(declared.toSorted());
  expect(found).toContain('src/server/scheduled-backup.ts');
});
