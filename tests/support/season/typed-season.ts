import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { ORDERED_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { foldKey } from '#modules/catalog/objects/object.ts';
import { fieldOf, objectsIn } from '#modules/catalog/season/season-file.ts';
import { isStoredContent } from '#modules/catalog/stored-files.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import type { StaffMember } from '#tests/support/app/staff.ts';
import { sendFile } from '#tests/support/app/upload-photo.ts';
import type { Chance } from '#kit/seeded-chance.ts';
import { DEMO_SEASON } from './demo-season.ts';
import type { Loose } from './season-folder.ts';

/** An object of a season file, to be typed by a call of its own. */
export type TypedObject = {
  kind: ObjectKind;
  fields: Readonly<Record<string, Loose>>;
  parent: TypedObject | undefined;
  /** the objects that fields name, and the object above */
  needs: readonly TypedObject[];
  /** the objects of the same list, in the order of the file */
  siblings: readonly TypedObject[];
  depth: number;
};

type Growing = TypedObject & { needs: TypedObject[]; siblings: TypedObject[] };

/** Every object of a season file, an object before all objects below; the company first. */
export function typedObjects(file: Loose): TypedObject[] {
  const company = { kind: 'company', fields: file.company, needs: [], siblings: [], depth: 1 } as const;
  const byPath = new Map<string, Growing>();
  const lists = new Map<string, Growing[]>();
  for (const found of objectsIn(file)) {
    const kind = found.object.kind as ObjectKind;
    const own = Object.keys(found.object.fields).flatMap((name) => {
      const place = fieldOf(found, name);
      const isKey = name === found.object.key?.field;
      return place && (isKey || typeof found.value === 'object') ? [[name, place.value]] : [];
    });
    const parent = byPath.get(found.within.join('.'));
    const siblings = lists.get(found.path.slice(0, -1).join('.')) ?? [];
    lists.set(found.path.slice(0, -1).join('.'), siblings);
    const typed: Growing = {
      kind,
      fields: Object.fromEntries(own),
      parent,
      needs: parent ? [parent] : [],
      siblings,
      depth: found.path.length / 2,
    };
    siblings.push(typed);
    byPath.set(found.path.join('.'), typed);
  }
  const all = [...byPath.values()];
  for (const one of all) one.needs.push(...referredBy(one, all));
  return [{ ...company, parent: undefined }, ...all];
}

function referredBy({ kind, fields }: TypedObject, all: readonly TypedObject[]): TypedObject[] {
  return Object.entries(objectOf(kind).refersTo).flatMap(([field, to]) => {
    if (to === 'option' || typeof fields[field] !== 'string') return [];
    const object = objectOf(to as ObjectKind);
    const keyOf = (one: TypedObject) => foldKey(object, one.fields[object.key!.field]);
    return all.filter((one) => one.kind === to && keyOf(one) === foldKey(object, fields[field]));
  });
}

export const depthFirst = (objects: readonly TypedObject[]): TypedObject[] => {
  const below = (parent: TypedObject | undefined): TypedObject[] =>
    objects.flatMap((one) => (one.parent === parent ? [one, ...below(one)] : []));
  return below(undefined);
};

export const breadthFirst = (objects: readonly TypedObject[]): TypedObject[] =>
  objects.toSorted((a, b) => a.depth - b.depth);

/** Draws one after the other of the objects whose needs are typed already. */
export function drawnOrder(objects: readonly TypedObject[], chance: Chance): TypedObject[] {
  const typed = new Set(objects.slice(0, 1));
  while (typed.size < objects.length) {
    const ready = objects.filter((one) => !typed.has(one) && one.needs.every((other) => typed.has(other)));
    typed.add(chance.oneOf(ready));
  }
  return [...typed];
}

type Typist = { app: FastifyInstance; staff: StaffMember };

/**
 * Staff type objects at an empty portal, each by a form of its own: a file is uploaded first, a school year
 * is published last, and an object is put before the next of its list that is there.
 */
export async function typeSeason({ app, staff }: Typist, objects: readonly TypedObject[]): Promise<void> {
  const ids = new Map<TypedObject, number>();
  const save = async (change: object): Promise<number> => {
    const { status, errors, items } = await changeCatalog(app, staff, [change]);
    if (status !== 200) throw new Error(`${JSON.stringify(change)} was refused: ${errors.join(' ')}`);
    return items[0].rows[0].id;
  };
  for (const one of objects) {
    const { kind, parent, siblings } = one;
    const next = siblings.slice(siblings.indexOf(one) + 1).find((other) => ids.has(other));
    const isOrdered = (ORDERED_KINDS as readonly string[]).includes(kind);
    const fields = { ...one.fields, ...(await uploaded({ app, staff }, one)), ...unsaid(one) };
    const place = isOrdered ? { before: next ? ids.get(next) : null } : {};
    ids.set(
      one,
      await save({ op: 'create', kind, parent: parent ? ids.get(parent) : null, fields, ...place }),
    );
  }
  for (const [{ kind, fields }, id] of ids) {
    if (kind !== 'period' || fields.is_draft) continue;
    const { version } = (await staff.call('GET', `/admin/catalog/period/${id}`)).items[0];
    await save({ op: 'update', kind, id, version, fields: { is_draft: false } });
  }
}

/** In a file, a school says only if its current school year differs from all others. */
function unsaid({ kind, fields, parent }: TypedObject): object {
  if (kind === 'period') return { is_draft: true };
  return kind === 'period_group' ? { is_current: fields.is_current ?? parent!.fields.is_current } : {};
}

async function uploaded({ app, staff }: Typist, { kind, fields }: TypedObject): Promise<object> {
  const field = objectOf(kind).file;
  const name = fields[field ?? ''] as string | undefined;
  if (!field || !name || !isStoredContent(name)) return {};
  const content = await readFile(join(dirname(DEMO_SEASON), 'files', name));
  const url = `/admin/files?kind=${kind}`;
  const { status, items, errors } = await sendFile(app, url, { who: staff, content, name });
  if (status !== 200) throw new Error(`${name} was refused: ${errors.join(' ')}`);
  return { [field]: items[0].file_name };
}
