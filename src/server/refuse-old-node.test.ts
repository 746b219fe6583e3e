import { expect, it } from 'vitest';
import { sentenceForOldNode } from './refuse-old-node.ts';

/** @shows MO10.4 */
it('an older Node is told what to run, and the Node of the packages is not', () => {
  expect(sentenceForOldNode('22.18.0')).toMatch(/needs Node 24, and this is Node 22\.18\.0\. Run npm ci/);
  expect(sentenceForOldNode('24.0.0')).toBeUndefined();
  expect(sentenceForOldNode(process.versions.node)).toBeUndefined();
});
