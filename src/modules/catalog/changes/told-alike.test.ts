import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectOf } from '#modules/catalog/objects/catalog-objects.ts';
import { objectFieldLabel, objectFieldName } from '#modules/catalog/objects/object-labels.ts';
import { ENDED_KINDS, OBJECT_KINDS, ORDERED_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { hasColumn, tableName } from '#modules/catalog/objects/objects.queries.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { BROKEN_FIELDS, onScreen } from '#tests/support/season/broken-fields.ts';

let shop: SeasonApp;
let staff: StaffMember;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
});
afterAll(() => shop.close());

async function firstOf(kind: (typeof OBJECT_KINDS)[number]): Promise<{ id: number; version: number }> {
  if (kind === 'company') return { id: 1, version: 1 };
  const table = sql.identifier(tableName(kind));
  const { rows } = await shop.context.db.execute(sql`select id, version from ${table} order by id limit 1`);
  return { id: Number(rows[0]!.id), version: Number(rows[0]!.version) };
}

const OF_ONE_OBJECT = BROKEN_FIELDS.filter(
  ([rule, kind, written]) =>
    rule !== 'missing' && Object.keys(written).every((name) => name in objectOf(kind).fields),
);

describe('a broken rule in a change set', () => {
  /** @shows AC20 SE3.2 SE3.3 */
  it.each(OF_ONE_OBJECT)(
    '%s of a %s has the sentence of a season file',
    async (rule, kind, written, at, sentence) => {
      const changes = [{ op: 'update', kind, ...(await firstOf(kind)), fields: written }];
      const { items } = await staff.call('POST', '/admin/catalog/preview', { changes });
      const label = objectFieldLabel(at.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)));
      expect(items[0].problems).toContainEqual({
        change: 0,
        field: at,
        code: rule,
        sentence: `${label} ${onScreen(sentence, objectFieldName)}.`,
      });
    },
  );

  /** @shows SE3.2 SE3.3 */
  it('says that the new company is missing while families can approve a reassignment', async () => {
    const [season] = (await staff.call('GET', '/admin/catalog/period')).items;
    const problemsOf = async (fields: object) => {
      const changes = [{ op: 'update', kind: 'period', id: season.id, version: season.version, fields }];
      return (await staff.call('POST', '/admin/catalog/preview', { changes })).items[0].problems;
    };
    expect(await problemsOf({ reassign_open: true })).toEqual([
      { change: 0, field: 'reassign_to', code: 'missing', sentence: 'New company is missing.' },
    ]);
    expect(await problemsOf({ reassign_open: true, reassign_to: 'Seaway Coaches' })).toEqual([]);
  });

  it('is planted for most of the rules', () => expect(OF_ONE_OBJECT.length).toBeGreaterThan(20));
});

describe('the kinds of objects', () => {
  it('that end have a field for the end, and all others have none', () => {
    const withEnd = OBJECT_KINDS.filter((kind) => 'is_active' in objectOf(kind).fields);
    expect(ENDED_KINDS).toEqual(withEnd);
  });

  it('that are moved have a place among their siblings', () => {
    expect(ORDERED_KINDS).toEqual(OBJECT_KINDS.filter((kind) => hasColumn(kind, 'position')));
  });
});
