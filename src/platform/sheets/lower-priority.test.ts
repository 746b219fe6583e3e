import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lowerPriority } from './lower-priority.ts';

const MODULE = join(import.meta.dirname, 'lower-priority.ts');
const SCRIPT = `
  const module = await import(${JSON.stringify(MODULE)});
  module.${lowerPriority.name}(10);
  console.log((await import('node:os')).getPriority());`;

// In a process of its own, because an ordinary account can never raise its priority again.
const startedAt = (niceness: number): number => {
  const added = String(Math.max(niceness - getPriority(), 0));
  const node = [process.execPath, '--input-type=module', '-e', SCRIPT];
  return Number(execFileSync('nice', ['-n', added, ...node], { encoding: 'utf8' }));
};

describe.runIf(process.platform === 'linux')('the priority of the thread of emails', () => {
  it('is lowered', () => expect(startedAt(0)).toBe(Math.max(10, getPriority())));

  it('is left alone in a portal that was started at a lower one', () =>
    expect(startedAt(15)).toBe(Math.max(15, getPriority())));
});
