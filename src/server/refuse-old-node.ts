/*
 * The first import of main.ts, so that an older Node ends with a sentence and not at a feature that it lacks.
 * Before Node 22.18 no line of TypeScript is read: docs/installing.md has the error of these versions (MO10).
 */

const FIRST_NODE = 24;

/** @param version  `24.21.0` */
export function sentenceForOldNode(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= FIRST_NODE) return undefined;
  return (
    `Schoolrun needs Node ${FIRST_NODE}, and this is Node ${version}. Run npm ci, then npm start, ` +
    'which uses the Node of the packages.'
  );
}

const sentence = sentenceForOldNode(process.versions.node);
if (sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
