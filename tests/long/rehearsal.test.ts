import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { sum } from '#kit/money.ts';
import { rehearsalReportShape } from '#modules/rehearsals/rehearsal-report.shapes.ts';
import type { RehearsalWithReport } from '#modules/rehearsals/rehearsals.contract.ts';
import { beginRehearsal, readRehearsal, stopRehearsal } from '#modules/rehearsals/rehearsals.service.ts';
import type { SeasonPlayer } from '#modules/rehearsals/season-player.ts';
import { silentLog } from '#platform/log/log.ts';
import { openSeasonPlayer } from '#server/rehearsal-process.ts';
import { createSeasonContext, type TestContext } from '#tests/support/app/test-context.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { rowDigests } from '#tests/support/database/row-digests.ts';
import { demoPeriod, settingsOf } from '#tests/support/rehearsals/a-rehearsal.ts';
import {
  connectionsOf,
  environmentOf,
  findProcess,
  findServers,
  foldersOfRehearsals,
  prioritiesOf,
} from '#tests/support/rehearsals/process-of-rehearsal.ts';

const SECRETS = {
  DATABASE_URL: 'postgres://portal:canary@127.0.0.1:5432/portal',
  DATABASE_OWNER_URL: 'postgres://owner:canary@127.0.0.1:5432/portal',
  STRIPE_SECRET_KEY: 'sk_live_canary',
  STRIPE_WEBHOOK_SECRETS: 'whsec_canary',
  SMTP_URL: 'smtps://user:canary@mail.example',
  S3_SECRET_ACCESS_KEY: 'canary',
  BACKUP_SECRET_ACCESS_KEY: 'canary',
  VAULT_KEYS: 'canary',
};

let context: TestContext;
let player: SeasonPlayer;
let staff: Viewer;

beforeAll(async () => {
  Object.assign(process.env, SECRETS);
  player = openSeasonPlayer({ log: silentLog() });
  context = await createSeasonContext({ seasonPlayer: player });
  staff = await aColleague(context.db);
});
afterEach(async () => {
  await player.close();
  await context.db.execute(sql`delete from rehearsals`);
});
afterAll(async () => {
  for (const name of Object.keys(SECRETS)) delete process.env[name];
  await context.close();
});

const PLAYED_WITHIN_MS = 400_000;

const begin = async (changes: object = {}) =>
  beginRehearsal(context, staff, settingsOf(await demoPeriod(context.db), changes));

async function ended(id: number): Promise<RehearsalWithReport> {
  await expect
    .poll(async () => (await readRehearsal(context, id)).state, {
      timeout: PLAYED_WITHIN_MS,
      interval: 500,
    })
    .not.toBe('playing');
  return readRehearsal(context, id);
}

const firstDay = (id: number) =>
  expect
    .poll(async () => (await readRehearsal(context, id)).progress, { timeout: 120_000, interval: 200 })
    .not.toBeNull();

const nothingIsLeft = () =>
  expect
    .poll(() => [findProcess(), ...findServers(), ...foldersOfRehearsals()], { timeout: 30_000 })
    .toEqual([undefined]);

describe('a rehearsal in a process of its own', () => {
  /** @shows RP5.2 RP5.3 RP5.4 RP5.5 */
  it('is played to the end, apart from the portal', { timeout: PLAYED_WITHIN_MS }, async () => {
    const before = await rowDigests(context.database.pool);
    const { id } = await begin();
    await firstDay(id);
    const pid = findProcess()!;
    const environment = environmentOf(pid);
    expect(
      Object.keys(environment).filter((name) => !/^(PATH|TMPDIR|BRAND|NODE_CHANNEL_\w+)$/.test(name)),
    ).toEqual([]);
    expect(Object.values(environment).join()).not.toContain('canary');
    // The embedded database answers at a socket of its folder, and nothing else is connected.
    const { ports, sockets } = connectionsOf(pid);
    expect(ports).toEqual([]);
    expect(sockets).toBeGreaterThan(1);
    expect(new Set(prioritiesOf(pid))).toEqual(new Set([19]));

    const { state, report } = await ended(id);
    expect(state).toBe('done');
    expect(rehearsalReportShape.parse(report)).toEqual(report);
    const { families, routes, months, mails, season } = report!;
    expect(families).toEqual({ came: 10, bought: 10 });
    expect(routes.reduce((all, { sold }) => all + sold, 0)).toBe(season.total.contracts);
    const of = (key: 'charged_cents' | 'failed_cents' | 'returned_cents' | 'recovered_cents') =>
      sum(months.map((month) => month[key]));
    for (const key of ['charged_cents', 'failed_cents', 'returned_cents', 'recovered_cents'] as const)
      expect(of(key)).toBeGreaterThan(0);
    expect(months.at(-1)!.outstanding_cents).toBe(season.total.outstanding_cents);
    expect(mails.map(({ kind }) => kind)).toContain('billing.receipt');
    await nothingIsLeft();

    // Rows of the portal itself: the rehearsal, and the audit entry of the act.
    const after = await rowDigests(context.database.pool);
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    expect(changed).toEqual(['public.audit_log', 'public.rehearsals']);
  });

  /** @shows RP5.1 */
  it('ends when it is stopped, with its database', { timeout: 200_000 }, async () => {
    const { id } = await begin();
    await firstDay(id);
    expect(findServers()).not.toEqual([]);
    await stopRehearsal(context, staff, id);
    await nothingIsLeft();
    expect((await readRehearsal(context, id)).state).toBe('stopped');
  });

  it('ends when it is stopped before its database is there', { timeout: 200_000 }, async () => {
    const { id } = await begin();
    await stopRehearsal(context, staff, id);
    await nothingIsLeft();
  });

  /** @shows RP5.2 */
  it('has failed if its process is killed, and leaves no database', { timeout: 200_000 }, async () => {
    const { id } = await begin();
    await firstDay(id);
    process.kill(Number(findProcess()), 'SIGKILL');
    expect((await ended(id)).state).toBe('failed');
    await nothingIsLeft();
  });
});
