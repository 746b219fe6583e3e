/**
 * `npm run check`: types, lint, ladder, dead code, format and fast tests side by side. Each prints
 * its output when it is done; the check fails when one of them does.
 */
import { runSideBySide, type Check } from './command/side-by-side.ts';

const CHECKS: readonly Check[] = [
  { name: 'fast tests', steps: ['vitest run --project fast'] },
  { name: 'types', steps: ['react-router typegen', 'tsc --noEmit'] },
  {
    name: 'format, lint, ladder, unused',
    steps: ['npm run -s format:check', 'oxlint', 'node scripts/ladder.ts', 'knip'],
  },
];

// Left to end by itself: what a pipe has not taken yet would be lost.
process.exitCode = await runSideBySide(CHECKS, ['node scripts/messages.ts']);
