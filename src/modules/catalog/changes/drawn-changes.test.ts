import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#kit/refusal.ts';
import { OBJECT_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { chanceOf } from '#kit/seeded-chance.ts';
import { inLane } from '#tests/support/lane.ts';
import { someObjects } from '#tests/support/season/drawn-changes.ts';
import { openDrawnSeason, type DrawnSeason } from '#tests/support/season/drawn-season.ts';
import type { Loose } from '#tests/support/season/season-folder.ts';
import { applyChanges, momentOf } from './apply-changes.service.ts';
import type { Change } from './change.ts';
import { CHANGE_OPS } from './change.states.ts';

const SETS = inLane({ short: 40, long: 500 });
const PAIRS = inLane({ short: 20, long: 200 });

let drawn: DrawnSeason;
let people: StaffMember[];
beforeAll(async () => {
  drawn = await openDrawnSeason();
  const { app, context } = drawn.shop;
  const role = 'userRoleSuperAdmin';
  people = [await aStaffMember(app, context.db, { role }), await aStaffMember(app, context.db, { role })];
});
afterAll(() => drawn.close());

describe('drawn change sets', () => {
  /** @shows AC23 */
  it('that are undone leave the season as before', async () => {
    const made = new Set<string>();
    for (let seed = 1; seed <= SETS; seed += 1) {
      const before = await drawn.season();
      const sound = await drawn.soundChanges({ seed, most: 20 });
      for (const { op, kind } of sound.changes) made.add(op).add(kind);
      if (sound.changes.length === 0) continue;
      const { status, errors, items } = await drawn.save(sound);
      expect([seed, errors, status]).toEqual([seed, [], 200]);
      if (items[0].id !== null) await drawn.undo(items[0].id);
      expect({ seed, season: await drawn.season() }).toEqual({ seed, season: before });
    }
    expect([...made].toSorted()).toEqual([...OBJECT_KINDS, ...CHANGE_OPS].toSorted());
  }, 3_600_000);

  /** @shows AC23 SE3.9 */
  it('of two people at once are saved whole or refused, and nothing saved is lost', async () => {
    const outcomes = new Set<string>();
    for (let seed = 1; seed <= PAIRS; seed += 1) outcomes.add(await playPair(seed));
    expect([...outcomes]).toEqual(expect.arrayContaining(['saved, saved', 'refused, saved']));
  }, 3_600_000);
});

/** @returns what came of both */
async function playPair(seed: number): Promise<string> {
  const known = await drawn.changeSets();
  const among = someObjects(await drawn.objects(), chanceOf(seed), 8);
  const soundOf = (side: number) => drawn.soundChanges({ seed: 2 * seed + side, most: 4, among });
  const pair = [await soundOf(0), await soundOf(1)].filter(({ changes }) => changes.length > 0);
  const inOrders = new Map<string, Loose>([['', await drawn.season()]]);
  for (const order of [[0], [1], [0, 1], [1, 0]])
    if (order.every((at) => at < pair.length))
      inOrders.set(order.join(), await seasonAfter(order.map((at) => pair[at]!)));
  const answers = await Promise.all(pair.map((sound, at) => drawn.save(sound, { who: people[at] })));
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { status, errors } of refused)
    expect([seed, status, errors]).toEqual([
      seed,
      expect.toBeOneOf([404, 409]),
      [expect.stringMatching(MEANWHILE)],
    ]);
  const saved = answers
    .map(({ status, items }, at) => ({ id: status === 200 ? items[0].id : null, at }))
    .filter(({ id }) => id !== null)
    .toSorted((a, b) => a.id - b.id);
  const added = (await drawn.changeSets()).filter((id) => !known.includes(id));
  expect([seed, added]).toEqual([seed, saved.map(({ id }) => id)]);
  const alone = inOrders.get(saved.map(({ at }) => at).join());
  expect({ seed, season: await drawn.season() }).toEqual({ seed, season: alone });
  const told = answers.map(({ status }) => (status === 200 ? 'saved' : 'refused'));
  return told.toSorted().join(', ');
}

/** The sentences of `edited_meanwhile`, `effects_changed` and, of a removed object, `not_found`. */
const MEANWHILE = /changed this .* ago\. Look at both|is no longer what you were shown|^Not found\.$/;

class RolledBack extends Error {}

/** The season after change sets in their order; undefined where a rule refuses them. Nothing stays. */
async function seasonAfter(sets: readonly { changes: readonly Change[] }[]): Promise<Loose> {
  const { db, clock } = drawn.shop.context;
  let found: Loose;
  const trying = db.transaction(async (tx) => {
    for (const { changes } of sets) {
      const unversioned = changes.map((one) => (one.op === 'create' ? one : { ...one, version: undefined }));
      await applyChanges(tx, momentOf(clock), { changes: unversioned, source: 'bulk' });
    }
    found = await drawn.seasonIn(tx);
    throw new RolledBack();
  });
  await trying.catch((error: unknown) => {
    if (!(error instanceof RolledBack || error instanceof Refusal)) throw error;
  });
  return found;
}
