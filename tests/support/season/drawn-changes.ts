import type { z } from 'zod';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import { fieldTypeOf, mayBeLeftOut, takesNone } from '#kit/rules/field-types.ts';
import type { Change, CreateChange, Ref } from '#modules/catalog/changes/change.ts';
import {
  KINDS,
  nameOf,
  rowsOf,
  siblingsOf,
  type StoredRow,
  type WorkingObjects,
} from '#modules/catalog/changes/working-objects.service.ts';
import { objectOf, parentKindOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { ENDED_KINDS, ORDERED_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { columnOf, parentColumn } from '#modules/catalog/objects/objects.queries.ts';
import type { Row } from '#platform/db/save-row.ts';
import type { Chance } from '#kit/seeded-chance.ts';

/** The objects that may be changed. */
export type DrawnAmong = readonly Stored[];

type Stored = { kind: ObjectKind; row: StoredRow };

type Options = {
  objects: WorkingObjects;
  chance: Chance;
  today: PlainDate;
  most: number;
  /** the objects that may be changed; all of them if left out */
  among?: DrawnAmong;
};

type Drawing = Options & { changes: Change[]; gone: Set<string>; among: readonly Stored[] };

const nameOfStored = ({ kind, row }: Stored) => `${kind}:${row.id}`;

const storedObjects = (objects: WorkingObjects): Stored[] =>
  KINDS.flatMap((kind) => [...rowsOf(objects, kind).values()].map((row) => ({ kind, row })));

/** Few objects, so that two people meet at some of them. */
export function someObjects(objects: WorkingObjects, chance: Chance, n: number): Stored[] {
  const all = storedObjects(objects);
  return Array.from({ length: n }, () => chance.oneOf(all));
}

/** Up to `most` changes of stored objects. A rule may refuse some of them (`withoutRefused`). */
export function drawChanges(options: Options): Change[] {
  const { chance, objects, most } = options;
  const among = options.among ?? storedObjects(objects);
  const drawing: Drawing = { ...options, among, changes: [], gone: new Set() };
  const length = 1 + chance.upTo(most);
  // What goes is drawn first: no other change names an object that goes.
  if (chance.percent(50)) remove(drawing, length);
  while (drawing.changes.length < length)
    chance.oneOf([create, create, update, update, update, end, move])(drawing);
  return drawing.changes;
}

const isThere = ({ gone }: Drawing, stored: Stored) => !gone.has(nameOfStored(stored));

function pick(drawing: Drawing, kinds: readonly ObjectKind[]): Stored | undefined {
  const { chance, among } = drawing;
  const kind = chance.oneOf(kinds);
  const found = among.filter((one) => one.kind === kind && isThere(drawing, one));
  return found.length > 0 ? chance.oneOf(found) : undefined;
}

const of = ({ kind, row }: Stored) => ({ kind, id: row.id, version: Number(row.version) });

/** The objects whose fields name an object. */
const referringTo = (objects: WorkingObjects, { kind: named, row: { id } }: Stored): Stored[] =>
  storedObjects(objects).filter(({ kind, row }) =>
    Object.entries(objectOf(kind).refersTo).some(
      ([field, to]) => to === named && row[columnOf(kind, field)!] === id,
    ),
  );

/** An object with everything below and all objects that name one of these, as far as there is room. */
function remove(drawing: Drawing, room: number): void {
  const found = pick(
    drawing,
    KINDS.filter((kind) => kind !== 'company'),
  );
  if (!found) return;
  const below = (stored: Stored): Stored[] => {
    const children = KINDS.filter((kind) => parentKindOf(kind) === stored.kind);
    return [
      ...children.flatMap((kind) =>
        siblingsOf(drawing.objects, kind, stored.row.id).flatMap((row) => below({ kind, row })),
      ),
      ...referringTo(drawing.objects, stored).flatMap(below),
      stored,
    ];
  };
  const all = [...new Map(below(found).map((one) => [nameOfStored(one), one])).values()];
  if (all.length > room) return;
  for (const one of all) {
    drawing.gone.add(nameOfStored(one));
    drawing.changes.push({ op: 'remove', ...of(one) });
  }
}

function update(drawing: Drawing): void {
  const found = pick(drawing, KINDS);
  if (!found) return;
  const names = Object.keys(objectOf(found.kind).fields);
  const chosen = [drawing.chance.oneOf(names), drawing.chance.oneOf(names), drawing.chance.oneOf(names)];
  const drawn = valuesOf(drawing, found.kind);
  const fields = Object.fromEntries(chosen.map((name) => [name, drawn[name]]));
  drawing.changes.push({ op: 'update', ...of(found), fields });
}

function end(drawing: Drawing): void {
  const found = pick(drawing, ENDED_KINDS);
  if (found) drawing.changes.push({ op: 'end', ...of(found) });
}

/** A stored or an added sibling, or none. */
function siblingOf(drawing: Drawing, kind: ObjectKind, parent: Ref | null): Ref | null {
  const stored =
    typeof parent === 'string'
      ? []
      : siblingsOf(drawing.objects, kind, parent ?? undefined).filter((row) =>
          isThere(drawing, { kind, row }),
        );
  const added = drawing.changes.filter(
    (one): one is CreateChange => one.op === 'create' && one.kind === kind && one.parent === parent,
  );
  return drawing.chance.oneOf([null, ...stored.map(({ id }) => id), ...added.map(({ key }) => key!)]);
}

function move(drawing: Drawing): void {
  const found = pick(drawing, ORDERED_KINDS);
  if (!found) return;
  const column = parentColumn(found.kind);
  const parent = column ? Number(found.row[column]) : null;
  const before = siblingOf(drawing, found.kind, parent);
  if (before !== found.row.id) drawing.changes.push({ op: 'move', ...of(found), before });
}

function create(drawing: Drawing): void {
  const { chance, changes } = drawing;
  const kind = chance.oneOf(KINDS.filter((one) => one !== 'company'));
  const parent = parentFor(drawing, kind);
  if (parent === undefined) return;
  const isOrdered = (ORDERED_KINDS as readonly ObjectKind[]).includes(kind);
  const before = isOrdered && chance.percent(50) ? { before: siblingOf(drawing, kind, parent) } : {};
  const { fields: declared } = objectOf(kind);
  const isSaid = ([name]: [string, unknown]) => !mayBeLeftOut(declared[name]!) || chance.percent(50);
  const fields = Object.fromEntries(Object.entries(valuesOf(drawing, kind)).filter(isSaid));
  changes.push({ op: 'create', kind, parent, key: `#${changes.length + 1}`, ...before, fields });
}

/** @returns null for a kind without a parent, undefined if no parent is there */
function parentFor(drawing: Drawing, kind: ObjectKind): Ref | null | undefined {
  const above = parentKindOf(kind);
  if (!above) return null;
  const added = drawing.changes.filter(
    (one): one is CreateChange => one.op === 'create' && one.kind === above,
  );
  if (added.length > 0 && drawing.chance.percent(50)) return drawing.chance.oneOf(added).key;
  return pick(drawing, [above])?.row.id;
}

/** A value for each field of an object, by the type of the field. */
function valuesOf(drawing: Drawing, kind: ObjectKind): Row {
  const { fields, refersTo } = objectOf(kind);
  const drawn = Object.entries(fields).map(([name, field]) => {
    const referred = refersTo[name];
    if (takesNone(field) && drawing.chance.percent(25)) return [name, null];
    const isReference = referred !== undefined && referred !== 'option';
    return [name, isReference ? keyOf(drawing, referred as ObjectKind) : valueOf(drawing, field)];
  });
  const values = Object.fromEntries(drawn) as Row;
  return kind === 'payment_term' ? { ...values, ...termOf(drawing) } : values;
}

function keyOf(drawing: Drawing, kind: ObjectKind): string {
  const stored = [...rowsOf(drawing.objects, kind).values()].filter((row) => isThere(drawing, { kind, row }));
  return stored.length > 0 ? nameOf(drawing.objects, kind, drawing.chance.oneOf(stored)) : 'nobody';
}

/** A term whose fields agree. */
function termOf({ chance, today }: Drawing): Row {
  const isFull = chance.percent(50);
  const deposit = chance.percent(20) ? 0 : 100 + chance.upTo(500_000) / 100;
  return {
    payment_term_type: isFull ? 'paymentTermTypeFull' : 'paymentTermTypeScheduled',
    deposit,
    amount: isFull ? 0 : 100 + chance.upTo(100_000) / 100,
    number_payments: isFull ? 1 : 2 + chance.upTo(8),
    from_dt: chance.percent(50) ? null : addDays(today, -chance.upTo(30)),
    thru_dt: chance.percent(50) ? null : addDays(today, chance.upTo(30)),
    scheduled_dt: isFull ? null : addDays(today, 40 + chance.upTo(200)),
  };
}

function valueOf({ chance, today, objects }: Drawing, field: z.ZodType): unknown {
  const type = fieldTypeOf(field)!;
  const n = chance.upTo(1_000_000);
  const day = addDays(today, chance.upTo(500) - 200);
  switch (type.takes) {
    case 'text': {
      const texts = [`Drawn ${n}`, `drawn-${n}`, '#8a1538', '12-3456789', `https://news.example/${n}`];
      return texts.find((text) => field.safeParse(text).success);
    }
    case 'loose_text':
      return chance.oneOf(['', `Drawn ${n} `]);
    case 'html':
      return `<p>Drawn <b>${n}</b></p>`;
    case 'flag':
      return chance.percent(60);
    case 'choice':
      return chance.oneOf<string | number>(type.values);
    case 'count':
      return 1 + (n % 60);
    case 'cents':
      return n;
    case 'dollars':
      return n / 100;
    case 'percent':
      return (n % 100_000) / 1000;
    case 'rate':
      return n % 100_000;
    case 'rates_by_state':
      return { [chance.oneOf(['NY', 'CO', 'CT'])]: n % 5_000 };
    case 'states':
      return ['NY', 'CO', 'CT'].slice(n % 4);
    case 'texts':
      return [`old-${n}`];
    case 'ages_by_work':
      return { requests: { amber: 1 + (n % 3), red: 5 } };
    case 'day':
      return day;
    case 'local_time':
      return `${day}T08:00`;
    case 'email':
      return `drawn-${n}@harborline.example`;
    case 'time_zone':
      return chance.oneOf(['America/New_York', 'America/Chicago']);
    case 'file':
      return type.holds === 'pdf' ? 'hm-lower-2027.pdf' : 'content/hm_single.svg';
    case 'names':
      return [...rowsOf(objects, 'period').values()].map(({ name }) => name).slice(n % 3);
  }
}

/** The changes without those that a rule refuses, and without everything below these. */
export function withoutRefused(changes: readonly Change[], refused: ReadonlySet<number>): Change[] {
  const keys = new Set<Ref | null | undefined>();
  return changes.flatMap((change, at): Change[] => {
    if (change.op !== 'create') {
      const isLost = change.op === 'move' && keys.has(change.before);
      return refused.has(at) || isLost ? [] : [change];
    }
    if (refused.has(at) || keys.has(change.parent)) {
      if (change.key) keys.add(change.key);
      return [];
    }
    return [keys.has(change.before) ? { ...change, before: null } : change];
  });
}
