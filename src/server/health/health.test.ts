import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { HEALTH_KEYS } from '#modules/office/health/health.states.ts';
import { chainAuditLog } from '#platform/audit/audit-chain.ts';
import type { Log } from '#platform/log/log.ts';
import { noteBackup } from '#server/scheduled-backup.ts';
import type { Person } from '#tests/support/app/people.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { countStatements } from '#tests/support/database/count-statements.ts';
import { verifyChain, watchHealth } from './health-jobs.ts';

let shop: SeasonApp;
let owner: Person;
const triggered: string[] = [];
const error = vi.fn();

beforeAll(async () => {
  shop = await openSeasonApp();
  const { context } = shop;
  context.triggerJob = async (name) => void triggered.push(name);
  context.log = { ...context.log, error, warn: vi.fn() } as unknown as Log;
  owner = await aStaffMember(shop.app, context.db, { role: 'userRoleSuperAdmin' });
  await schedule('billing.collect', '*/10 7-20 * * *');
  await schedule('notice.send', '0 6 * * *');
});
afterAll(() => shop.close());

const page = async () => {
  const answer = await owner.call('GET', '/admin/health');
  expect(answer.status).toBe(200);
  return answer.items[0];
};
const lineOf = async (key: string) => (await page()).lines.find((line: any) => line.key === key);
const jobOf = async (name: string) => (await page()).jobs.find((job: any) => job.name === name);
const press = (job: string) => owner.call('POST', '/admin/health/run', { job });

async function schedule(name: string, cron: string): Promise<void> {
  const { db } = shop.context;
  await db.execute(sql`select pgboss.create_queue(${name}, '{"policy":"short"}'::jsonb)`);
  await db.execute(sql`insert into pgboss.schedule (name, cron, timezone)
    values (${name}, ${cron}, 'America/New_York')`);
}

const ran = (name: string, state: string, minutesAgo: number) =>
  shop.context.db.execute(sql`insert into pgboss.job (name, state, created_on, completed_on)
    select ${name}, ${sql.raw(`'${state}'`)}, at, at
    from (select now() - make_interval(mins => ${minutesAgo}) as at) past`);

describe('the health page', () => {
  /** @shows HE1.1 */
  it('has every line with its state, and since when the portal has known it', async () => {
    const { lines } = await page();
    expect(lines.map(({ key }: any) => key)).toEqual([...HEALTH_KEYS]);
    expect(lines.map(({ since }: any) => since)).toEqual(lines.map(() => null));
    await watchHealth(shop.context);
    const since = shop.context.clock.now().toISOString();
    shop.context.clock.advanceMs(10 * MINUTE_MS);
    await watchHealth(shop.context);
    expect((await lineOf('version')).since).toBe(since);
  });

  it('knows a backup that was noted', async () => {
    await noteBackup(shop.context.db, shop.context.clock.now());
    expect(await lineOf('backup')).toMatchObject({ state: 'good', value: '0 hours ago' });
  });

  /** @shows HE1.1 */
  it('calls a job dead after one failed run of a day, or three in a row of minutes', async () => {
    await ran('notice.send', 'completed', 60);
    await ran('notice.send', 'failed', 30);
    for (const minutes of [50, 40]) await ran('billing.collect', 'failed', minutes);
    expect(await jobOf('notice.send')).toMatchObject({ is_dead: true, failed: 1 });
    expect(await jobOf('billing.collect')).toMatchObject({ is_dead: false, failed: 2 });
    await ran('billing.collect', 'failed', 30);
    expect((await jobOf('billing.collect')).is_dead).toBe(true);
    await ran('billing.collect', 'completed', 20);
    expect((await jobOf('billing.collect')).is_dead).toBe(false);
    expect(await lineOf('jobs')).toMatchObject({
      state: 'bad',
      sentence: expect.stringContaining('notice.send'),
    });
  });

  /** @shows HE1.3 */
  it('has what is bad in the log once, and for the shell of a super admin alone', async () => {
    error.mockClear();
    await watchHealth(shop.context);
    await watchHealth(shop.context);
    const { sentence } = await lineOf('jobs');
    expect(error.mock.calls.filter(([, said]) => said === sentence)).toHaveLength(1);
    const [today] = (await owner.call('GET', '/admin/today')).items;
    expect(today.health_bad).toContain('jobs');
    const admin = await aStaffMember(shop.app, shop.context.db);
    const [ofAdmin] = (await admin.call('GET', '/admin/today')).items;
    expect(ofAdmin).not.toHaveProperty('health_bad');
    expect((await admin.call('GET', '/admin/health')).status).toBe(403);
  });

  /** @shows HE1.2 */
  it('runs a job once for two presses, with one row in the audit log', async () => {
    const presses = await Promise.all([press('notice.send'), press('notice.send')]);
    expect(presses.map(({ status }) => status)).toEqual([200, 200]);
    expect(triggered).toEqual(['notice.send']);
    const rows = (await owner.call('GET', '/admin/audit?action=job.run')).items[0].rows;
    expect(rows.map((row: any) => row.subject)).toEqual(['job:notice.send']);
    for (const job of ['audit.verify', 'billing.reconcile', 'billing.poll-events'])
      expect((await press(job)).status).toBe(200);
    expect((await press('billing.collect')).status).toBe(409);
    expect((await press('nothing.known')).status).toBe(409);
    shop.context.clock.advanceMs(MINUTE_MS);
    await press('notice.send');
    expect(triggered.filter((job) => job === 'notice.send')).toHaveLength(2);
  });

  /** @shows HE1.1 */
  it('tells of a chain that was verified', async () => {
    await chainAuditLog(shop.context);
    await verifyChain(shop.context);
    expect(await lineOf('audit')).toMatchObject({
      state: 'good',
      value: expect.stringMatching(/^[1-9]\d* entries verified$/),
    });
  });

  /** @shows HE1.5 */
  it('asks the database at most twelve statements', async () => {
    await page();
    expect(await countStatements(shop.context.database.pool, page)).toBeLessThanOrEqual(12);
  });
});
