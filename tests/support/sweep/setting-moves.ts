import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { CATALOG_OBJECTS } from '#modules/catalog/objects/catalog-objects.ts';
import type { CatalogObject } from '#modules/catalog/objects/object.ts';
import { objectsIn } from '#modules/catalog/season/season-file.ts';
import type { Loose } from '#tests/support/season/season-folder.ts';

/** Another value of one field of the season, in each object of a kind. */
type Move = { name: string; kind: string; field: string; edit(season: Loose): void };

/** Values that people may type; the declaration of a field says which of them the field takes. */
const TYPED: readonly unknown[] = [
  true,
  false,
  null,
  0,
  1,
  2,
  100,
  4_500,
  '2020-01-01',
  '2035-01-01',
  'Another text',
  '<p>Another text.</p>',
  'another@okafor.example',
  'America/Chicago',
  '914-555-0177',
  ['CO'],
  [],
  { NY: 1 },
];

const schemaOf = ({ fields }: CatalogObject, field: string): z.ZodType => fields[field]!;

function choicesOf(schema: z.ZodType): readonly unknown[] {
  const shown = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
  return [shown, ...(shown.anyOf ?? [])].flatMap((one) => (typeof one === 'object' ? (one.enum ?? []) : []));
}

/** What the field has in other objects of the file, what it may refer to, and what its declaration takes. */
function valuesOf(object: CatalogObject, field: string, season: Loose): unknown[] {
  const elsewhere = placesOf(season, object.kind).map((value) => value[field]);
  const referred =
    object.refersTo?.[field] === 'division' ? season.divisions.map((one: Loose) => one.key) : [];
  const all = [...elsewhere, ...referred, ...choicesOf(schemaOf(object, field)), ...TYPED];
  const taken = all.filter(
    (value) => value !== undefined && schemaOf(object, field).safeParse(value).success,
  );
  return taken.filter((value, nr) => taken.findIndex((one) => isDeepStrictEqual(one, value)) === nr);
}

/** The objects of a kind in a season file, as typed. */
function placesOf(season: Loose, kind: string): Loose[] {
  if (kind === 'company') return [season.company];
  return objectsIn(season).flatMap(({ object, value }) =>
    object.kind === kind && typeof value === 'object' && value !== null ? [value as Loose] : [],
  );
}

const TERM_TYPES = { full: 'paymentTermTypeFull', scheduled: 'paymentTermTypeScheduled' };

/** A person who changes one field of a term completes the others (T4). */
function completeTerm(term: Loose): void {
  if (term.payment_term_type === TERM_TYPES.full) Object.assign(term, { number_payments: 1, amount: 0 });
  if (term.payment_term_type !== TERM_TYPES.scheduled) return;
  term.number_payments = Math.max(2, term.number_payments);
  term.amount ||= 500;
  term.scheduled_dt ??= 'today+150d';
}

/** A person who lets contracts be reassigned names the company that takes them over. */
function completePeriod(period: Loose): void {
  if (period.reassign_open === true) period.reassign_to ??= 'Seaway';
}

const COMPLETED: Readonly<Record<string, (of: Loose) => void>> = {
  payment_term: completeTerm,
  period: completePeriod,
};

/** Each file of the season has a copy of this name, for printable contracts that are renamed. */
export const anewFile = (name: string): string => `anew-${name}`;

/**
 * Each field of each object of the season, with the values that it takes, from the declarations of the
 * objects: a new field joins by itself. A key is written anew, so that staff rename what is sold.
 */
export function settingMoves(season: Loose): Move[] {
  return Object.values(CATALOG_OBJECTS as Record<string, CatalogObject>).flatMap((object) =>
    object.isText ? [] : Object.keys(object.fields).flatMap((field) => movesOf(object, field, season)),
  );
}

function movesOf(object: CatalogObject, field: string, season: Loose): Move[] {
  const { kind, key } = object;
  const move = (said: string, change: (of: Loose) => void): Move => ({
    name: `${kind}.${field} ${said}`,
    kind,
    field,
    edit: (edited) => {
      placesOf(edited, kind).forEach(change);
      const complete = COMPLETED[kind];
      if (complete) placesOf(edited, kind).forEach(complete);
    },
  });
  const renamed = field === object.file ? anewFile : (name: string) => `${name}-anew`;
  if (field === key?.field) return [move('renamed', (of) => void (of[field] = renamed(String(of[field]))))];
  const isMoved = (value: unknown) =>
    placesOf(season, kind).some((of) => !isDeepStrictEqual(of[field], value));
  return valuesOf(object, field, season)
    .filter(isMoved)
    .slice(0, MOST_VALUES)
    .map((value) => move(`= ${JSON.stringify(value).slice(0, 60)}`, (of) => void (of[field] = value)));
}

const MOST_VALUES = 4;
