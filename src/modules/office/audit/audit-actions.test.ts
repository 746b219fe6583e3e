import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { auditActions } from './audit-actions.ts';

const SRC = join(import.meta.dirname, '../../..');

it('every action that is written to the audit log has a sentence for its reader', () => {
  const sources = globSync('{modules,server,platform}/**/*.ts', { cwd: SRC })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(SRC, path), 'utf8'));
  const written = sources.flatMap((source) => [...source.matchAll(/\baction: '([a-z_]+\.[a-z_.]+)'/g)]);
  const named = new Set(written.map(([, action]) => action!));
  expect(named.size).toBeGreaterThan(50);
  expect([...named].filter((action) => !auditActions[action])).toEqual([]);
});
