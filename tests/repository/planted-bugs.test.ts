import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MUTANTS } from '#tests/simulation/mutants/mutants.ts';
import { SEASON_BUGS } from '#tests/support/sweep/season-bugs.ts';

const SOURCES = join(import.meta.dirname, '../../src');
const ofSeason = SEASON_BUGS.map(({ name, mutation }) => ({ name, mutation, mask: undefined }));
const mutations = [...MUTANTS, ...ofSeason].flatMap(({ name, mutation, mask }) =>
  [...(mutation.source ?? []), ...(mask?.without.source ?? [])].map((change) => ({ name, ...change })),
);

describe('a planted bug', () => {
  it('changes the source in most cases', () => {
    expect(mutations.length).toBeGreaterThan(20);
  });

  it.each(mutations)('$name finds the line that it changes in $file', ({ file, from }) => {
    expect(readFileSync(join(SOURCES, file), 'utf8')).toContain(from);
  });
});
