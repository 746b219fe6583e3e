import type { Cents, MilliPercent } from '#kit/money.ts';
import { brokenRule } from '#kit/rules/broken-rule.ts';
import { objectRules } from '#kit/rules/object-rules.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { catalogRules } from '#modules/catalog/objects/catalog-rules.ts';
import {
  columnOf,
  countKept,
  hasContracts,
  lockSeatsTaken,
  lockUses,
} from '#modules/catalog/objects/objects.queries.ts';
import { foldKey } from '#modules/catalog/objects/object.ts';
import { tooSmallTerms } from '#modules/catalog/objects/route.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Problem } from './change.ts';
import { countFamiliesWithSeats } from './changes.queries.ts';
import { objectText, outsideUsesOf, removedInUse } from './uses.service.ts';
import {
  COMPANY_ID,
  findRow,
  identityOf,
  rowsOf,
  type StoredRow,
  type WorkingObjects,
} from './working-objects.service.ts';

export type Checked = {
  objects: WorkingObjects;
  /** the last change of an object; undefined for an object that no change names */
  changeOf: (kind: ObjectKind, id: number) => number | undefined;
};

/** The rules between objects, over all objects as the change set leaves them (SE3.4). */
export async function checkObjects(tx: Tx, checked: Checked, now: Date): Promise<Problem[]> {
  return [
    ...repeatedKeys(checked),
    ...movedPaths(checked),
    ...smallTerms(checked),
    ...(await promisedSeats(tx, checked, now)),
    ...(await usesTaken(tx, checked)),
    ...(await draftsAgain(tx, checked, now)),
    ...(await movedClock(tx, checked)),
    ...(await removedInUse(tx, checked)),
  ];
}

const problemAt = (change: number | undefined, broken: Omit<Problem, 'change'>): Problem[] =>
  change === undefined ? [] : [{ ...broken, change }];

/** Two changes that clash are both named. */
function repeatedKeys({ objects, changeOf }: Checked): Problem[] {
  return [...objects.touched].flatMap(([kind, ids]) => {
    const field = objectOf(kind).key?.field;
    if (!field) return [];
    const column = columnOf(kind, field)!;
    const alike = new Map<string, StoredRow[]>();
    for (const row of rowsOf(objects, kind).values()) {
      const identity = row[column] === undefined ? '' : identityOf(kind, row)!;
      const others = alike.get(identity);
      if (others) others.push(row);
      else alike.set(identity, [row]);
    }
    alike.delete('');
    const clashing = [...alike.values()].filter((rows) => rows.length > 1);
    return clashing.flatMap((rows) =>
      rows
        .filter(({ id }) => ids.has(id))
        .flatMap(({ id }) => {
          const other = rows.find((row) => row.id !== id)!;
          const params = objectRules.repeated(objectText(objects, kind, other));
          return problemAt(changeOf(kind, id), { path: [field], params });
        }),
    );
  });
}

/** An address leads to one school: no school takes a path that another school has had. */
function movedPaths({ objects, changeOf }: Checked): Problem[] {
  const schools = [...rowsOf(objects, 'program_group').values()];
  const fold = (path: unknown) => foldKey(objectOf('program_group'), String(path));
  const oldOf = (row: StoredRow) => ((row.old_paths ?? []) as string[]).map(fold);
  const touched = objects.touched.get('program_group') ?? new Set();
  return schools
    .filter(({ id }) => touched.has(id))
    .flatMap((row) => {
      const others = schools.filter(({ id }) => id !== row.id);
      const before = others.find((other) => oldOf(other).includes(fold(row.path)));
      const twice = others.find((other) =>
        oldOf(row).some((path) => path === fold(other.path) || oldOf(other).includes(path)),
      );
      const at = changeOf('program_group', row.id);
      return [
        ...(before
          ? problemAt(at, { path: ['path'], params: catalogRules.path_moved(String(before.text)) })
          : []),
        ...(twice
          ? problemAt(at, {
              path: ['old_paths'],
              params: objectRules.repeated(objectText(objects, 'program_group', twice)),
            })
          : []),
      ];
    });
}

type RoutePart = 'payment_term' | 'addon' | 'discount';

/** The parts of each touched route by the id of the route; a part whose fields are wrong is left out. */
function partsOf({ now }: WorkingObjects, kind: RoutePart, needed: string): Map<unknown, StoredRow[]> {
  const found = new Map<unknown, StoredRow[]>();
  for (const row of now.get(kind)!.values()) {
    if (row[needed] === undefined) continue;
    const others = found.get(row.route_id);
    if (others) others.push(row);
    else found.set(row.route_id, [row]);
  }
  return found;
}

function touchedRoutes(objects: WorkingObjects): number[] {
  const ids = new Set(
    [...(objects.touched.get('route') ?? [])].filter((id) => findRow(objects, 'route', id)),
  );
  for (const kind of ['payment_term', 'addon', 'discount'] as const)
    for (const id of objects.touched.get(kind) ?? []) {
      const row = findRow(objects, kind, id);
      if (row) ids.add(row.route_id as number);
    }
  return [...ids];
}

/** No payment of a term is below the smallest charge (MC1). */
function smallTerms({ objects, changeOf }: Checked): Problem[] {
  const routes = touchedRoutes(objects);
  if (routes.length === 0) return [];
  const [terms, addons, discounts] = [
    partsOf(objects, 'payment_term', 'deposit_cents'),
    partsOf(objects, 'addon', 'amount_cents'),
    partsOf(objects, 'discount', 'text'),
  ];
  return routes.flatMap((route_id) => {
    const [ofTerms, ofAddons, ofDiscounts] = [terms, addons, discounts].map(
      (parts) => parts.get(route_id) ?? [],
    );
    const small = tooSmallTerms({
      payment_terms: ofTerms!.map(termOf),
      addons: ofAddons!.map(addonOf),
      discounts: ofDiscounts!.map(discountOf),
    });
    const changes = [
      ...ofDiscounts!.map(({ id }) => changeOf('discount', id)),
      ...ofAddons!.map(({ id }) => changeOf('addon', id)),
      changeOf('route', route_id),
    ];
    return small.flatMap(({ at, field, left, discount }) => {
      const params = discount ? catalogRules.too_small_after(left, discount) : catalogRules.too_small();
      const change = changeOf('payment_term', ofTerms![at]!.id) ?? changes.find((one) => one !== undefined);
      return problemAt(change, { path: [field], params });
    });
  });
}

const isActive = ({ is_active }: StoredRow) => is_active !== false;
const termOf = (row: StoredRow) => ({
  is_active: isActive(row),
  deposit: row.deposit_cents as Cents,
  amount: row.amount_cents as Cents,
});
const addonOf = (row: StoredRow) => ({ is_active: isActive(row), amount: row.amount_cents as Cents });
const discountOf = (row: StoredRow) => ({
  is_active: isActive(row),
  text: row.text as string,
  amount_flat: (row.amount_flat_cents ?? null) as Cents | null,
  amount_percentage: (row.amount_percentage_milli_percent ?? null) as MilliPercent | null,
});

/** Objects whose limit is lower than before, in the order in which their rows are locked. */
function lowered({ objects }: Checked, kind: ObjectKind, limit: string): StoredRow[] {
  return [...(objects.touched.get(kind) ?? [])]
    .toSorted((a, b) => a - b)
    .flatMap((id) => {
      const [before, after] = [objects.stored.get(kind)!.get(id), findRow(objects, kind, id)];
      return before && after && isLower(after[limit], before[limit]) ? [after] : [];
    });
}

const isLower = (limit: unknown, than: unknown) =>
  typeof limit === 'number' && (than === null || limit < Number(than));

/** O9: what is sold, held and offered stays. */
async function promisedSeats(tx: Tx, checked: Checked, now: Date): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { id, capacity } of lowered(checked, 'route', 'capacity')) {
    const seats = { sold: await lockSeatsTaken(tx, id), ...(await countKept(tx, id, now)) };
    if (Number(capacity) >= seats.sold + seats.held + seats.offered) continue;
    const broken = { path: ['capacity'], params: catalogRules.capacity_promised(seats) };
    problems.push(...problemAt(checked.changeOf('route', id), broken));
  }
  return problems;
}

async function usesTaken(tx: Tx, checked: Checked): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { id, max_uses } of lowered(checked, 'aid_code', 'max_uses')) {
    const uses = await lockUses(tx, id);
    if (Number(max_uses) >= uses) continue;
    const broken = { path: ['max_uses'], params: catalogRules.uses_taken(uses) };
    problems.push(...problemAt(checked.changeOf('aid_code', id), broken));
  }
  return problems;
}

/** A season of which families have something stays published (SE8.1). */
async function draftsAgain(tx: Tx, { objects, changeOf }: Checked, now: Date): Promise<Problem[]> {
  const withdrawn = [...(objects.touched.get('period') ?? [])].filter((id) => {
    const [before, after] = [objects.stored.get('period')!.get(id), findRow(objects, 'period', id)];
    return before?.published_at && after?.published_at === null;
  });
  const uses = withdrawn.length > 0 ? await outsideUsesOf(tx, 'period', withdrawn) : [];
  const problems: Problem[] = [];
  for (const id of withdrawn) {
    const contracts = uses.filter((use) => use.id === id && use.isContract).map(({ n }) => n);
    const families = contracts.length > 0 ? 0 : await countFamiliesWithSeats(tx, id, now);
    if (contracts.length === 0 && families === 0) continue;
    const [kind, n] =
      contracts.length > 0
        ? [catalogRefusals.season_signed, Math.max(...contracts)]
        : [catalogRefusals.season_waited_for, families];
    const refusal = { kind, data: { n } } as NonNullable<Problem['refusal']>;
    const params = brokenRule(kind.code, () => kind.say({ n }));
    problems.push(...problemAt(changeOf('period', id), { path: [], params, refusal }));
  }
  return problems;
}

/** Days of payments and of contracts are those of the time zone in which they were signed. */
async function movedClock(tx: Tx, { objects, changeOf }: Checked): Promise<Problem[]> {
  const [before, after] = [
    objects.stored.get('company')!.get(COMPANY_ID),
    findRow(objects, 'company', COMPANY_ID),
  ];
  if (!before || !after || before.time_zone === after.time_zone || !(await hasContracts(tx))) return [];
  return problemAt(changeOf('company', COMPANY_ID), { path: ['time_zone'], params: catalogRules.signed() });
}
