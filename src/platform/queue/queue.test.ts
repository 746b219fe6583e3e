import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLog } from '#platform/log/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import type { Job } from './job.ts';
import { startQueue, type Queue } from './queue.ts';

let database: TestDatabase;
let queue: Queue;
const options = () => ({ databaseUrl: database.url, time_zone: 'America/New_York', log: silentLog() });
const send = vi.fn(async () => undefined);
const stumble = vi.fn(async () => {
  throw new Error('the mail server is down');
});

/** Sends pages until the time is over; the runs before the last fail. */
const pages = { left: 0, runs: 0 };
const sendPages: Job['run'] = async (mayGoOn) => {
  pages.runs += 1;
  for (; pages.left > 0 && mayGoOn!(); pages.left -= 1) await wait(60);
  if (pages.left > 0) throw new Error('one of them failed');
};

beforeAll(async () => {
  database = await createTestDatabase();
  const earlier = await startQueue({
    ...options(),
    jobs: [
      { name: 'mails.send', cron: '* * * * *', run: send },
      { name: 'outbox.send', cron: '*/5 * * * *', run: send },
    ],
  });
  await earlier.stop();
  await database.pool.query('update pgboss.queue set notify = false');
  queue = await startQueue({
    ...options(),
    jobs: [
      { name: 'outbox.send', cron: '* * * * *', run: send },
      { name: 'notice.send', cron: '0 6 * * *', run: stumble },
      { name: 'pages.send', cron: '0 6 * * *', run: sendPages },
    ],
    goOnForMs: 100,
  });
});
afterAll(async () => {
  await queue.stop();
  await database.drop();
});

describe('a job', () => {
  it('runs soon after it was asked for', async () => {
    await queue.triggerJob('outbox.send');
    await vi.waitFor(() => expect(send).toHaveBeenCalled(), 5_000);
  });

  it('waits once, however often it is asked for', async () => {
    send.mockClear();
    await Promise.all(Array.from({ length: 20 }, () => queue.triggerJob('outbox.send')));
    await vi.waitFor(() => expect(send).toHaveBeenCalled(), 5_000);
    expect(send.mock.calls.length).toBeLessThan(4);
  });

  it('runs soon also when the connection that hears of it was cut', async () => {
    send.mockClear();
    const { rowCount } = await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and (query like 'LISTEN%' or query like '%pg_listening_channels%')`,
    );
    expect(rowCount).toBe(1);
    await queue.triggerJob('outbox.send');
    await vi.waitFor(() => expect(send).toHaveBeenCalled(), 10_000);
  });

  it('that fails is asked for again at its next time, and stops no other', async () => {
    await queue.triggerJob('notice.send');
    await vi.waitFor(() => expect(stumble).toHaveBeenCalledOnce(), 5_000);
    await queue.triggerJob('notice.send');
    await vi.waitFor(() => expect(stumble).toHaveBeenCalledTimes(2), 5_000);
  });

  /** @shows S25.11 */
  it('that has more to do than it has time for is run again at once, also when it failed', async () => {
    const PAGES = 6;
    pages.left = PAGES;
    await queue.triggerJob('pages.send');
    await vi.waitFor(() => expect(pages.left).toBe(0), 15_000);
    expect(pages.runs).toBeGreaterThan(1);
    expect(pages.runs).toBeLessThanOrEqual(PAGES);
  });

  it('has its times in the company’s zone', async () => {
    const { rows } = await database.pool.query(
      'select name, cron, timezone from pgboss.schedule order by name',
    );
    expect(rows).toEqual([
      { name: 'notice.send', cron: '0 6 * * *', timezone: 'America/New_York' },
      { name: 'outbox.send', cron: '* * * * *', timezone: 'America/New_York' },
      { name: 'pages.send', cron: '0 6 * * *', timezone: 'America/New_York' },
    ]);
  });

  it('is announced to its workers, also where an earlier version made its queue', async () => {
    const { rows } = await database.pool.query(
      "select distinct notify from pgboss.queue where name in ('outbox.send', 'notice.send')",
    );
    expect(rows).toEqual([{ notify: true }]);
  });

  it('that an earlier version ran under another name has no schedule and no queue any more', async () => {
    const { rows } = await database.pool.query(
      "select name from pgboss.schedule where name = 'mails.send' union all " +
        "select name from pgboss.queue where name = 'mails.send'",
    );
    expect(rows).toEqual([]);
  });
});
