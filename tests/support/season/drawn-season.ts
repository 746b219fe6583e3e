import { expect } from 'vitest';
import type { Change } from '#modules/catalog/changes/change.ts';
import { readObjects, type WorkingObjects } from '#modules/catalog/changes/working-objects.service.ts';
import { exportSeason } from '#modules/catalog/season/season-export.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import type { Answer } from '#tests/support/app/people.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { chanceOf } from '#kit/seeded-chance.ts';
import { drawChanges, withoutRefused, type DrawnAmong } from './drawn-changes.ts';
import type { Loose } from './season-folder.ts';

/** Drawn bank terms lack what bank terms say. */
const approval = 'Our lawyer has read these terms.';

type Drawn = { seed: number; most: number; among?: DrawnAmong };

/** Changes that no rule refuses, and the effects that their writer was shown. */
export type Sound = { changes: Change[]; seen: string };

type Sender = { who?: StaffMember; key?: string };

/** The demo season, and staff who save and undo drawn change sets. */
export type DrawnSeason = {
  shop: SeasonApp;
  objects(): Promise<WorkingObjects>;
  /** as exported */
  season(): Promise<Loose>;
  seasonIn(tx: Tx): Promise<Loose>;
  soundChanges(drawn: Drawn): Promise<Sound>;
  save(sound: Sound, sender?: Sender): Promise<Answer>;
  undo(id: number): Promise<void>;
  /** the ids of all change sets */
  changeSets(): Promise<number[]>;
  close(): Promise<void>;
};

export async function openDrawnSeason(): Promise<DrawnSeason> {
  const shop = await openSeasonApp();
  const { db, clock } = shop.context;
  const staff = await aStaffMember(shop.app, db, { role: 'userRoleSuperAdmin' });
  const objects = () => db.transaction((tx) => readObjects(tx, clock.now()));
  const seasonIn = async (tx: Tx): Promise<Loose> => (await exportSeason(tx, clock.now()))!.file;

  const soundChanges = async ({ seed, ...drawn }: Drawn): Promise<Sound> => {
    const stored = await objects();
    let changes = drawChanges({ objects: stored, chance: chanceOf(seed), today: clock.today(), ...drawn });
    while (changes.length > 0) {
      const body = { changes, approval };
      const { status, errors, items } = await staff.call('POST', '/admin/catalog/preview', body);
      expect([seed, errors, status]).toEqual([seed, [], 200]);
      const { problems, hash } = items[0];
      if (problems.length === 0) return { changes, seen: hash };
      const refused = problems.map(({ change }: { change: number }) => change);
      changes = withoutRefused(changes, new Set(refused));
    }
    return { changes, seen: '' };
  };
  const undo = async (id: number): Promise<void> => {
    const send = (seen?: string) => staff.call('POST', `/admin/catalog/changes/${id}/undo`, { seen });
    const { status, errors, items } = await send((await send()).items[0]?.hash);
    expect([errors, status, items[0]?.left, items[0]?.ended]).toEqual([[], 200, [], []]);
  };
  const changeSets = async () => {
    const { rows } = await db.execute<{ id: number }>('select id from catalog_changes order by id');
    return rows.map(({ id }) => id);
  };
  return {
    shop,
    objects,
    season: () => db.transaction(seasonIn),
    seasonIn,
    soundChanges,
    save: ({ changes, seen }, { who = staff, key } = {}) =>
      changeCatalog(shop.app, who, changes, { approval, seen, key }),
    undo,
    changeSets,
    close: shop.close,
  };
}
