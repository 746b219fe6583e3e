import { PassThrough } from 'node:stream';
import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { describeError } from './describe-error.ts';
import { plainLines } from './log.ts';

describe('the log', () => {
  it('keeps one entry on one line, whatever a value holds', () => {
    const target = new PassThrough();
    plainLines(target).write(
      JSON.stringify({ level: 30, time: '2027-03-20T14:05:09.000Z', msg: 'hello', name: 'a\nWARN forged' }),
    );
    expect(String(target.read())).toBe('14:05:09 info  hello name=a | WARN forged\n');
  });

  it('tells of a failed statement where it was, and none of its values', () => {
    const cause = Object.assign(new Error('invalid input syntax for type date: "Chidi Okafor"'), {
      code: '22007',
      severity: 'ERROR',
    });
    const described = JSON.stringify(
      describeError(new DrizzleQueryError('select $1', ['adaeze@okafor.example'], cause)),
    );
    expect(described).toContain('22007');
    expect(described).not.toMatch(/Chidi|adaeze/);
  });

  it('says which promise of the code was broken', () => {
    expect(describeError(new Error('invariant: rates are never negative')).message).toBe(
      'invariant: rates are never negative',
    );
  });
});
