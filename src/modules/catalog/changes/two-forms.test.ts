import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Refusal } from '#kit/refusal.ts';
import { createSeasonContext, type TestContext } from '#tests/support/app/test-context.ts';
import { applyChanges, momentOf } from './apply-changes.service.ts';
import { findRow, readObjects } from './working-objects.service.ts';
import { fieldsOf } from './object-fields.service.ts';

let t: TestContext;
let route: number;
beforeAll(async () => {
  t = await createSeasonContext();
  const { rows } = await t.db.execute<{ id: string }>(sql`select min(id) as id from routes`);
  route = Number(rows[0]!.id);
});
afterAll(() => t.close());

type Fields = Record<string, unknown>;

const read = () =>
  t.db.transaction(async (tx) => {
    const objects = await readObjects(tx, t.clock.now());
    const row = findRow(objects, 'route', route)!;
    return { version: row.version as number, fields: fieldsOf(objects, 'route', row) };
  });

const save = (version: number, fields: Fields) =>
  t.db.transaction((tx) =>
    applyChanges(tx, momentOf(t.clock), {
      changes: [{ op: 'update', kind: 'route', id: route, version, fields }],
      source: 'form',
    }),
  );

const changes = fc.record(
  {
    text_before: fc.constantFrom('', 'from', 'to '),
    text_after: fc.constantFrom('', ' bus', ' line'),
    capacity: fc.constantFrom(null, 40, 44, 52),
    has_pickup_location: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** @shows SE3.9 */
it('of two forms that save one line at once, no change is lost without having been shown', async () => {
  await fc.assert(
    fc.asyncProperty(changes, changes, async (first, second) => {
      const seen = await read();
      await save(seen.version, first);
      const afterFirst = await read();
      const refused = await save(seen.version, second).then(
        () => undefined,
        (error: unknown) => error as Refusal,
      );
      if (afterFirst.version === seen.version) expect(refused).toBeUndefined();
      else {
        expect(refused?.kind.code).toBe('edited_meanwhile');
        const [{ current, version }] = refused!.extras.items as [{ current: Fields; version: number }];
        // The form shows what the first one has changed; it saves its own fields on top.
        expect(current).toMatchObject(afterFirst.fields);
        expect(await read()).toEqual(afterFirst);
        await save(version, second);
      }
      expect((await read()).fields).toEqual({ ...afterFirst.fields, ...second });
    }),
    { numRuns: 200 },
  );
}, 120_000);
