import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OBJECT_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { tableName } from '#modules/catalog/objects/objects.queries.ts';
import { inLane } from '#tests/support/lane.ts';
import { openDrawnSeason, type DrawnSeason, type Sound } from '#tests/support/season/drawn-season.ts';
import type { Change } from './change.ts';

const ROUNDS = inLane({ short: 1, long: 10 });

let drawn: DrawnSeason;
beforeAll(async () => void (drawn = await openDrawnSeason()));
afterAll(() => drawn.close());

const own = (statement: string) => drawn.shop.context.database.asOwner(statement);

const KILL = `create or replace function kill_here() returns trigger language plpgsql security definer as
  $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); return null; end $$`;

type Place = { table: string; plant: string; isReached: (changes: readonly Change[]) => boolean };

/** The server ends the connection at the first write of a table. */
const atTable = (table: string, isReached: Place['isReached'] = () => true): Place => ({
  table,
  plant: `create trigger killed before insert or update or delete on ${table} execute function kill_here()`,
  isReached,
});

/** The server ends the connection after all statements. */
const IN_COMMIT: Place = {
  table: 'catalog_changes',
  plant: `create constraint trigger killed after insert on catalog_changes deferrable initially deferred
    for each row execute function kill_here()`,
  isReached: () => true,
};

const names = (kind: string) => (changes: readonly Change[]) =>
  changes.some((change) => change.kind === kind);

const PLACES = [
  atTable('text_versions', names('news_item')),
  ...OBJECT_KINDS.map((kind) => atTable(tableName(kind), names(kind))),
  ...['once_keys', 'catalog_version', 'catalog_changes', 'catalog_change_rows', 'audit_log'].map((table) =>
    atTable(table),
  ),
  IN_COMMIT,
];

/** @returns false if the change set was saved, because the set does not write the table */
async function killAt({ table, plant }: Place, sound: Sound): Promise<boolean> {
  const [before, known, key] = [await drawn.season(), await drawn.changeSets(), randomUUID()];
  await own(plant);
  const first = await drawn.save(sound, { key });
  await own(`drop trigger killed on ${table}`);
  if (first.status !== 200) {
    expect(first.status).toBeGreaterThanOrEqual(500);
    expect(await drawn.changeSets()).toEqual(known);
    expect(await drawn.season()).toEqual(before);
  }
  const { status, errors, items } = await drawn.save(sound, { key });
  expect([errors, status]).toEqual([[], 200]);
  const { id } = items[0];
  expect(await drawn.changeSets()).toEqual([...known, ...(id === null ? [] : [id])]);
  if (id !== null) await drawn.undo(id);
  return first.status !== 200;
}

describe('a save whose connection the database server ends', () => {
  /** @shows AC23 SE3.5 */
  it('at any table or in the commit leaves nothing, and is saved once when sent again', async () => {
    await own(KILL);
    let seed = 0;
    for (let round = 0; round < ROUNDS; round += 1)
      for (const place of PLACES)
        for (let isKilled = false; !isKilled;) {
          const sound = await drawn.soundChanges({ seed: (seed += 1), most: 20 });
          isKilled = place.isReached(sound.changes) && (await killAt(place, sound));
        }
  }, 3_600_000);
});
