import { m } from '#i18n/messages.js';
import { brokenRule } from '#kit/rules/broken-rule.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { objectOf, parentKindOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';
import { columnOf, parentColumn } from '#modules/catalog/objects/objects.queries.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Problem } from './change.ts';
import { countUses } from './changes.queries.ts';
import { findRow, KINDS, nameOf, rowsOf, type WorkingObjects } from './working-objects.service.ts';

/** How many rows of one kind refer to an object. */
export type Use = { id: number; n: number; name: string; isContract: boolean };

const CONTRACT_TABLES = ['contracts', 'orders', 'contract_discounts', 'contract_financial_aid'];

const USE_NAMES: Readonly<Record<string, () => string>> = {
  waiting_list: m.catalog_use_waiting,
  seat_holds: m.catalog_use_seat_hold,
  printed_contracts: m.catalog_use_printed,
  sale_offers: m.catalog_use_offer,
  payment_methods: m.catalog_use_method,
  method_entries: m.catalog_use_method,
  congestion_fees: m.catalog_use_fee,
};

/** What refers to objects from outside of the catalog. */
export async function outsideUsesOf(tx: Tx, kind: ObjectKind, ids: readonly number[]): Promise<Use[]> {
  return (await countUses(tx, kind, ids)).map(({ id, n, table }) => {
    const isContract = CONTRACT_TABLES.includes(table);
    const name = isContract ? m.catalog_use_contract : (USE_NAMES[table] ?? m.catalog_use_other);
    return { id, n, name: name(), isContract };
  });
}

/** An object in a sentence: `route Late bus only`. */
export function objectText(
  objects: WorkingObjects,
  kind: ObjectKind,
  row: Parameters<typeof nameOf>[2],
): string {
  return `${KIND_NAMES[kind].one()} ${nameOf(objects, kind, row)}`;
}

type Used = {
  kind: ObjectKind;
  ids: readonly number[];
  /** objects that go as well, and keep nothing */
  isGone?: (kind: ObjectKind, id: number) => boolean;
};

/** What refers to objects: contracts, other records, and objects of the catalog as they are now. */
export async function usesOf(tx: Tx, objects: WorkingObjects, used: Used): Promise<Use[]> {
  return [...(await outsideUsesOf(tx, used.kind, used.ids)), ...catalogUsesOf(objects, used)];
}

/** The objects of the catalog that refer to objects. */
export const catalogUsesOf = (objects: WorkingObjects, { kind, ids, isGone = () => false }: Used): Use[] =>
  KINDS.flatMap((user) => usesBy(objects, user, { kind, ids, isGone }));

/** The columns by which objects of one kind refer to objects of another kind. */
function columnsTo(user: ObjectKind, kind: ObjectKind): string[] {
  const { refersTo } = objectOf(user);
  const ofFields = Object.entries(refersTo).flatMap(([field, to]) =>
    to === kind ? [columnOf(user, field)!] : [],
  );
  const ofParent = parentKindOf(user) === kind ? [parentColumn(user)!] : [];
  return [
    ...ofFields,
    ...ofParent,
    ...(user === 'program_group' && kind === 'period' ? ['current_period_id'] : []),
  ];
}

function usesBy(objects: WorkingObjects, user: ObjectKind, { kind, ids, isGone }: Required<Used>): Use[] {
  const [columns, sought] = [columnsTo(user, kind), new Set(ids)];
  const counts = new Map<number, number>();
  const users = columns.length > 0 ? [...rowsOf(objects, user).values()] : [];
  for (const row of users.filter(({ id }) => !isGone(user, id)))
    for (const id of new Set(columns.map((column) => row[column] as number)))
      if (sought.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].map(([id, n]) => ({ id, n, name: KIND_NAMES[user].many(), isContract: false }));
}

type Removed = { objects: WorkingObjects; changeOf: (kind: ObjectKind, id: number) => number | undefined };

/** What is referred to stays; it can be ended. */
export async function removedInUse(tx: Tx, { objects, changeOf }: Removed): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [kind, touched] of objects.touched) {
    const ids = [...touched].filter((id) => !findRow(objects, kind, id) && objects.stored.get(kind)!.has(id));
    const uses = ids.length > 0 ? await usesOf(tx, objects, { kind, ids }) : [];
    for (const id of ids) {
      const [change, ofOne] = [changeOf(kind, id), uses.filter((use) => use.id === id)];
      const what = objectText(objects, kind, objects.stored.get(kind)!.get(id)!);
      if (change !== undefined && ofOne.length > 0) problems.push({ ...inUse(what, ofOne), change });
    }
  }
  return problems;
}

function inUse(what: string, uses: readonly Use[]): Omit<Problem, 'change'> {
  const contracts = uses.filter(({ isContract }) => isContract).map(({ n }) => n);
  const users = uses.map(({ n, name }) => `${n} ${name}`).join(', ');
  const [kind, data] =
    contracts.length > 0
      ? [catalogRefusals.has_contracts, { what, n: Math.max(...contracts) }]
      : [catalogRefusals.in_use, { what, users }];
  const refusal = { kind, data } as NonNullable<Problem['refusal']>;
  return { path: [], params: brokenRule(kind.code, () => refusal.kind.say(data as never)), refusal };
}
