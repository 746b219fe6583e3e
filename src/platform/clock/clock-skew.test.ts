import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import { clockCheck, clockSkew, noteTimeOf } from './clock-skew.ts';

const database = (aheadS: number) =>
  ({
    execute: async () => ({ rows: [{ at: new Date(Date.now() + aheadS * 1_000).toISOString() }] }),
  }) as unknown as Database;

const processorSays = (aheadS: number) => noteTimeOf('processor', new Date(Date.now() + aheadS * 1_000));

/** @shows MO9.5 */
describe('the clock of the machine', () => {
  afterEach(() => processorSays(0));

  it('is right within a minute', () => {
    processorSays(59);
    expect(clockSkew()).toMatchObject({ ahead_s: -59, sentence: null, is_drifting: true });
  });

  it('is told to be minutes behind the processor, by seconds', () => {
    processorSays(180);
    expect(clockSkew()).toMatchObject({ ahead_s: -180, sentence: expect.stringContaining('180 seconds') });
  });

  it('is left alone by an answer without a time', () => {
    noteTimeOf('processor', new Date('no time'));
    expect(clockSkew().sentence).toBeNull();
  });

  it('is compared with the database, and a wrong one is logged once until it is right again', async () => {
    const warn = vi.fn();
    const log = { warn } as unknown as Log;
    let aheadS = -300;
    const db = { execute: async () => (database(aheadS) as never as { execute(): unknown }).execute() };
    const check = clockCheck({ db: db as unknown as Database, log });
    await check();
    await check();
    expect(warn.mock.calls).toEqual([[{ ahead_s: 300 }, expect.stringContaining('database')]]);
    aheadS = 0;
    await check();
    aheadS = -300;
    await check();
    expect(warn).toHaveBeenCalledTimes(2);
    aheadS = 0;
    await check();
  });

  it('goes on when the database does not answer', async () => {
    const db = { execute: () => Promise.reject(new Error('away')) } as unknown as Database;
    await expect(clockCheck({ db, log: {} as Log })()).resolves.toBeUndefined();
  });
});
