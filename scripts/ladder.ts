import { join } from 'node:path';
import { checkLadder } from './ladder/check-ladder.ts';

/** `npm run ladder`: exits 1 and names every import that the architecture forbids. */
const { filesRead, importsRead, writesRead, violations } = checkLadder(
  process.argv[2] ?? join(import.meta.dirname, '..'),
);
for (const violation of violations) console.error(violation);
console.log(
  `ladder: ${filesRead} files, ${importsRead} imports, ${writesRead} writes, ${violations.length} violations`,
);
// A checker that reads nothing is green for ever.
// Left to end by itself: what a pipe has not taken yet would be lost.
process.exitCode = violations.length > 0 || filesRead === 0 ? 1 : 0;
