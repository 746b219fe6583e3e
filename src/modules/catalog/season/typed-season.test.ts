import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { ORDERED_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import type { CatalogObject } from '#modules/catalog/objects/object.ts';
import { shownFileName } from '#modules/catalog/stored-files.ts';
import { cutSvg } from '#platform/images/safe-svg.ts';
import { buildApp } from '#server/build-app.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { chanceOf } from '#kit/seeded-chance.ts';
import { DEMO_SEASON, importDemoSeason } from '#tests/support/season/demo-season.ts';
import type { Loose } from '#tests/support/season/season-folder.ts';
import {
  breadthFirst,
  depthFirst,
  drawnOrder,
  typedObjects,
  typeSeason,
  type TypedObject,
} from '#tests/support/season/typed-season.ts';
import { exportSeason } from './season-export.service.ts';
import { collectSeasonFiles } from './season-storage.service.ts';
import { SEASON_LISTS } from './season-file.ts';

const SEED = 21;

const ORDERS: [name: string, order: (objects: readonly TypedObject[]) => TypedObject[]][] = [
  [`drawn by seed ${SEED}`, (objects) => drawnOrder(objects, chanceOf(SEED))],
  ['an object before the objects below', depthFirst],
  ['level by level', breadthFirst],
];

let imported: Exported;
beforeAll(async () => {
  const context = await createTestContext();
  await importDemoSeason(context);
  imported = await exported(context);
  await context.close();
});

type Exported = { season: Loose; files: Record<string, string> };

async function exported({ db, files, clock }: TestContext): Promise<Exported> {
  const { file, files: named } = (await db.transaction((tx) => exportSeason(tx, clock.now())))!;
  const contents = await collectSeasonFiles(files, named);
  const hashes = [...contents].map(([name, content]) => [plainName(name), hashOf(content)]);
  return { season: comparable(file, SEASON_LISTS), files: Object.fromEntries(hashes) };
}

/** A drawing that staff upload is stored without what could run. */
function hashOf(content: Uint8Array): string {
  const cut = cutSvg(content);
  return createHash('sha256')
    .update(cut.k === 'svg' ? cut.text : content)
    .digest('hex');
}

/** An uploaded file has a name of its own. */
const plainName = (name: string) => basename(shownFileName(name));

/** Objects without an order among siblings in the order of their names, and files as people call them. */
function comparable(object: Loose, lists: CatalogObject['lists']): Loose {
  if (typeof object === 'string') return object;
  const below = Object.entries(lists).map(([name, { kind, key, file, lists: inner }]) => {
    const items = (object[name] as Loose[]).map((item) => comparable(item, inner));
    if (file) for (const item of items) if (item[file]) item[file] = plainName(item[file]);
    const isOrdered = (ORDERED_KINDS as readonly string[]).includes(kind);
    const byKey = (a: Loose, b: Loose) => String(a[key!.field]).localeCompare(String(b[key!.field]));
    return [name, isOrdered ? items : items.toSorted(byKey)];
  });
  return { ...object, ...Object.fromEntries(below) };
}

describe('the demo season, typed object by object', () => {
  /** @shows AC21 */
  it.each(ORDERS)(
    '%s, is exported as the season that was imported',
    async (_, order) => {
      const context = await createTestContext();
      const app = await buildApp(context);
      const staff = await aStaffMember(app, context.db, { role: 'userRoleSuperAdmin' });
      const demo = JSON.parse(await readFile(DEMO_SEASON, 'utf8'));
      await typeSeason({ app, staff }, order(typedObjects(demo)));
      expect(await exported(context)).toEqual(imported);
      await app.close();
      await context.close();
    },
    120_000,
  );
});
