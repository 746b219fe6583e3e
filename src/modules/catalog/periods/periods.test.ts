import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { addDays } from '#kit/plain-date.ts';
import type { Refusal } from '#kit/refusal.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { createSeasonContext, type TestContext } from '#tests/support/app/test-context.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import {
  listLandingPages,
  listRequestWindows,
  saveLandingMessages,
  saveRequestWindow,
  type WindowChange,
} from './periods.service.ts';

let t: TestContext;
let staff: Viewer;
beforeAll(async () => {
  t = await createSeasonContext();
  staff = await aColleague(t.db);
});
afterAll(() => t.close());

const SHUT: WindowChange = {
  refund_open: false,
  refund_cutoff: null,
  reassign_open: false,
  reassign_cutoff: null,
  reassign_to: null,
};

const windows = () => listRequestWindows(t.db);
const newestWindow = async () => (await windows())[0]!;
const save = (id: number, changes: Partial<WindowChange>) =>
  t.db.transaction((tx) => saveRequestWindow(tx, t.clock, staff, { id, to: { ...SHUT, ...changes } }));
const write = (id: number, active_msg: string | null, inactive_msg: string | null = null) =>
  t.db.transaction((tx) =>
    saveLandingMessages(tx, t.clock, staff, { id, texts: { active_msg, inactive_msg } }),
  );
const audits = async (action: string) =>
  (
    await t.db.execute<{ subject: string; actor_id: number; detail: Record<string, unknown> }>(
      sql`select subject, actor_id::int, detail from audit_log where action = ${action} order by id`,
    )
  ).rows;
const refusedAs = async (work: Promise<unknown>) =>
  ((await work.catch((error: unknown) => error)) as Refusal).kind;

describe('when families may ask for a refund', () => {
  it('is listed by school year, the latest first', async () => {
    const years = (await windows()).map(({ starts_on }) => starts_on);
    expect(years.length).toBeGreaterThan(1);
    expect(years).toEqual(years.toSorted().toReversed());
  });

  it('is offered for the school years that the company names, and for no other', async () => {
    const [newest, ...others] = await windows();
    const { name } = newest!;
    await t.db.execute(sql`update company set refund_periods = array[${name}]`);
    expect((await windows()).map((window) => [window.name, window.refund_offered])).toEqual([
      [name, true],
      ...others.map((other) => [other.name, false]),
    ]);
    await t.db.execute(sql`update company set refund_periods = '{}'`);
    expect((await windows()).some(({ refund_offered }) => refund_offered)).toBe(false);
  });

  it('is opened until a day that is counted from today, in one school year alone', async () => {
    const { id } = await newestWindow();
    const othersOf = async () => (await windows()).filter((window) => window.id !== id);
    const before = await othersOf();
    const saved = await save(id, { refund_open: true, refund_cutoff: 'today+30d' });
    expect(saved).toMatchObject({ refund_open: true, refund_cutoff: addDays(t.clock.today(), 30) });
    expect(before.length).toBeGreaterThan(0);
    expect(await othersOf()).toEqual(before);
  });

  it('is without an end again where the day is taken out', async () => {
    const { id } = await newestWindow();
    await save(id, { refund_open: true, refund_cutoff: '2027-09-01' });
    expect(await save(id, { refund_open: true })).toMatchObject({ refund_cutoff: null });
  });

  it('leaves who changed it from what to what; pressed again, that nothing has changed', async () => {
    const { id } = await newestWindow();
    await save(id, {});
    const before = (await audits('period.requests')).length;
    await save(id, { reassign_open: true, reassign_to: 'Seaway Coaches' });
    await save(id, { reassign_open: true, reassign_to: 'Seaway Coaches' });
    const added = (await audits('period.requests')).slice(before);
    expect(added).toMatchObject([
      {
        subject: `period:${id}`,
        actor_id: staff.user_id,
        detail: {
          before: { reassign_open: false },
          after: { reassign_open: true, reassign_to: 'Seaway Coaches' },
        },
      },
      { subject: `period:${id}`, detail: {} },
    ]);
    expect(added.at(-1)!.detail).toEqual({});
  });

  it('of a school year that is not there is refused', async () => {
    expect(await refusedAs(save(987_654, {}))).toBe(catalogRefusals.not_found);
  });
});

describe('what a school’s landing page says', () => {
  const all = () => listLandingPages(t.db, t.clock.now());

  it('is listed with school and year, the latest year first', async () => {
    const rows = await all();
    expect(rows[0]).toMatchObject({ school: expect.any(String), period: expect.any(String) });
    const { rows: newest } = await t.db.execute<{ text: string }>(
      sql`select text from periods order by starts_on desc limit 1`,
    );
    expect(rows[0]!.period).toBe(newest[0]!.text);
  });

  it('is written for one school in one year, without scripts', async () => {
    const { id } = (await all())[0]!;
    const othersOf = async () => (await all()).filter((row) => row.id !== id);
    const before = await othersOf();
    const saved = await write(id, '<p>On sale<script>alert(1)</script></p>', '<p>Closed</p>');
    expect(saved).toMatchObject({ active_msg: '<p>On sale</p>', inactive_msg: '<p>Closed</p>' });
    expect(before.length).toBeGreaterThan(0);
    expect(await othersOf()).toEqual(before);
  });

  it('may be nothing at all, for a page without text', async () => {
    const { id } = (await all())[0]!;
    await write(id, '<p>On sale</p>');
    expect(await write(id, null)).toMatchObject({ active_msg: null, inactive_msg: null });
  });

  it('of a school that is not there is refused', async () => {
    expect(await refusedAs(write(987_654, null))).toBe(catalogRefusals.not_found);
  });
});
