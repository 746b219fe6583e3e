import { m } from '#i18n/messages.js';
import type { Reader } from '#kit/endpoint/right.ts';
import { Refusal } from '#kit/refusal.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { NAMING, type CopiedKind, type Naming } from '#modules/catalog/objects/object-kinds.ts';
import { hasColumn, parentColumn } from '#modules/catalog/objects/objects.queries.ts';
import { isUploaded } from '#modules/catalog/stored-files.ts';
import type { Tx } from '#platform/db/database.ts';
import type { CreateChange, Ref, Row } from './change.ts';
import { fieldsOf } from './object-fields.service.ts';
import { shownOf } from './read-changes.service.ts';
import {
  findRow,
  getRow,
  readObjects,
  rowsOf,
  siblingsOf,
  type StoredRow,
  type WorkingObjects,
} from './working-objects.service.ts';

type Copying = { objects: WorkingObjects; reader: Reader; changes: CreateChange[] };
type Original = { kind: ObjectKind; row: StoredRow };
type Place = { parent: Ref; before?: Ref | null };

/** Kinds whose copy differs from the original by its name and key. */
type MarkedKind = Exclude<CopiedKind, 'period_program'> | 'program';

/**
 * The changes that add a copy of an object beside it, with all objects below but the aid codes, which are
 * secrets of their families. The copy has ended, so families see nothing of it before staff have looked.
 * @throws not_found
 * Source: SE1.8
 */
export async function copyObject(
  tx: Tx,
  now: Date,
  reader: Reader,
  { kind, id }: { kind: CopiedKind; id: number },
): Promise<{ changes: CreateChange[]; key: string }> {
  const objects = await readObjects(tx, now);
  const row = findRow(objects, kind, id);
  if (!row) throw new Refusal(catalogRefusals.not_found);
  const copying: Copying = { objects, reader, changes: [] };
  const key = kind === 'period_program' ? copyProgram(copying, row) : copyMarked(copying, kind, row);
  return { changes: copying.changes, key };
}

/** A season has a program once, so the program is copied too, with its grades. */
function copyProgram(copying: Copying, sold: StoredRow): string {
  const program = getRow(copying.objects, 'program', Number(sold.program_id));
  copyMarked(copying, 'program', program);
  const { name } = copying.changes[0]!.fields;
  const place = { parent: Number(sold.period_id) };
  const own = { program: name, is_active: false };
  return addCopy(copying, { kind: 'period_program', row: sold }, { place, own });
}

/** @returns the key of the copy in the list of changes */
function copyMarked(copying: Copying, kind: MarkedKind, row: StoredRow): string {
  const { objects } = copying;
  const parent = Number(row[parentColumn(kind)!]);
  const siblings = siblingsOf(objects, kind, parent);
  const next = siblings[siblings.findIndex(({ id }) => id === row.id) + 1];
  const place = hasColumn(kind, 'position') ? { parent, before: next?.id ?? null } : { parent };
  const own = { ...marked(objects, { kind, row }, NAMING[kind]), is_active: false };
  return addCopy(copying, { kind, row }, { place, own });
}

function marked(objects: WorkingObjects, { kind, row }: Original, field: Naming): Row {
  const all = [...rowsOf(objects, kind).values()];
  const parent = parentColumn(kind)!;
  // A key may be unique in the whole catalog.
  const isFree = (column: string, text: string, rows: readonly StoredRow[]) =>
    rows.every((one) => one[column] !== text);
  const siblings = all.filter((one) => one[parent] === row[parent]);
  for (let n = 1; ; n++) {
    const name = nameOfCopy(String(row[field.name]), n);
    const key = field.key && `${String(row[field.key])}-copy${n === 1 ? '' : `-${n}`}`;
    const hasRoom = isFree(field.name, name, siblings) && (!key || isFree(field.key!, key, all));
    if (hasRoom) return { [field.name]: name, ...(key && { [field.key!]: key }) };
  }
}

const nameOfCopy = (name: string, n: number): string =>
  n === 1 ? m.catalog_copy_name({ name }) : m.catalog_copy_name_again({ name, n });

type Wanted = { place: Place; own: Row };

function addCopy(copying: Copying, { kind, row }: Original, { place, own }: Wanted): string {
  const { objects, reader, changes } = copying;
  const key = `#${changes.length + 1}`;
  const fields = { ...shownOf(reader, kind, fieldsOf(objects, kind, row)), ...own };
  changes.push({ op: 'create', kind, key, ...place, fields });
  for (const { kind: below, secret } of Object.values(objectOf(kind).lists))
    if (!secret)
      for (const child of siblingsOf(objects, below as ObjectKind, row.id))
        addCopy(
          copying,
          { kind: below as ObjectKind, row: child },
          { place: { parent: key }, own: fileOfChild(kind, below, child) },
        );
  return key;
}

/** A contract's file lies in the folder of its program, so a copied program has none but an uploaded one. */
const fileOfChild = (kind: ObjectKind, below: string, { contract_pdf }: StoredRow): Row =>
  kind === 'period_program' && below === 'route' && !isUploaded(String(contract_pdf))
    ? { contract_pdf: null }
    : {};
