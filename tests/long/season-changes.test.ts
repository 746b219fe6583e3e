import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { SEASON_BUGS } from '#tests/support/sweep/season-bugs.ts';
import { openTwoPortals, type TwoPortals } from '#tests/support/sweep/two-portals.ts';

const CHANGES = 24;
const CHANGES_OF_A_TRIAL = 10;

let two: TwoPortals;
afterEach(() => two.close());

/** Waits until so many more orders were placed, however fast the machine is; where none are, not for long. */
async function sellMore(orders: number): Promise<void> {
  const enough = two.countSold() + orders;
  for (let waited = 0; waited < 500 && two.countSold() < enough; waited += 1) await sleep(20);
}

/** Imports and plain SQL change the season so many times while 16 families buy through both portals. */
async function sweep(changes: number): Promise<void> {
  await two.buyWhile(async () => {
    // All want the few seats of the first season.
    await sellMore(12);
    for (let nr = 1; nr <= changes; nr += 1) {
      await two.changeSeason();
      await sellMore(3 * (nr % 3));
    }
  });
}

/** Ends every connection to the database but this one, the portals' listening ones among them. */
async function cutConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: two.database.url });
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`);
  await client.end();
  const areBack = async () => {
    const answers = await Promise.all(two.portals.map(({ url }) => fetch(`${url}/api/health`)));
    return answers.every(({ status }) => status === 200);
  };
  await expect.poll(areBack, { timeout: 10_000 }).toBe(true);
}

/** The second portal misses what happens to the season, at rest and while it sells. */
async function missChanges(): Promise<void> {
  const [, second] = two.portals;
  const stand = async (act: () => Promise<unknown>) => {
    process.kill(second.pid, 'SIGSTOP');
    await act().finally(() => process.kill(second.pid, 'SIGCONT'));
  };
  const buy = () => two.buyWhile(() => sellMore(4), [second]);
  await buy();
  await cutConnections();
  await two.changeSeason();
  await buy();
  await stand(async () => {
    await two.changeSeason();
    await two.changeSeason();
  });
  await buy();
  for (let round = 0; round < 6; round += 1) {
    const changed: Promise<void>[] = [];
    // The change may have to wait for an order that the portal was signing when it stopped.
    const stop = () =>
      stand(async () => {
        changed.push(two.changeSeason());
        await sleep(100 + 20 * round);
      });
    await two.buyWhile(
      () =>
        sellMore(2)
          .then(stop)
          .then(() => sellMore(4)),
      [second],
    );
    await Promise.all(changed);
  }
}

describe('two portals on one database', { timeout: 300_000 }, () => {
  /** @shows MC2.2 */
  it('sell each order at the price of the season at its commit, however often that changes', async () => {
    two = await openTwoPortals();
    await sweep(CHANGES);
    expect(await two.findings()).toEqual([]);
    // Else nothing was looked at.
    const sold = await two.soldBySeason();
    expect(sold.size).toBeGreaterThan(CHANGES / 3);
    expect([...sold.values()].reduce((all, each) => all + each, 0)).toBeGreaterThan(2 * CHANGES);
  });

  it('sell by a season that came while one stood still or had lost its connections', async () => {
    two = await openTwoPortals();
    await missChanges();
    expect(await two.findings()).toEqual([]);
    expect((await two.soldBySeason()).size).toBeGreaterThan(3);
  });
});

describe('the same sweep tells of a portal that', { timeout: 300_000 }, () => {
  it.each(SEASON_BUGS)('$what', async (bug) => {
    two = await openTwoPortals(bug);
    await sweep(CHANGES_OF_A_TRIAL);
    expect((await two.findings()).join('\n')).toMatch(bug.noticed);
  });

  const [notCompared] = SEASON_BUGS;
  it(`${notCompared!.what}, also where it stands still meanwhile`, async () => {
    two = await openTwoPortals(notCompared);
    await missChanges();
    expect((await two.findings()).join('\n')).toMatch(notCompared!.noticed);
  });
});
