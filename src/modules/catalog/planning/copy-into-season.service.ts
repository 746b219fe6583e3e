import type { Reader } from '#kit/endpoint/right.ts';
import { Refusal } from '#kit/refusal.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import type { CreateChange } from '#modules/catalog/changes/change.ts';
import {
  findRow,
  getRow,
  nameOf,
  parentOf,
  readObjects,
  siblingsOf,
  type StoredRow,
  type WorkingObjects,
} from '#modules/catalog/changes/working-objects.service.ts';
import { shownOf } from '#modules/catalog/changes/read-changes.service.ts';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';
import type { CopiedKind } from '#modules/catalog/objects/object-kinds.ts';
import type { Tx } from '#platform/db/database.ts';
import { planningRefusals } from './planning.refusals.ts';
import { changesFrom, NO_EDITS, TICKED, type Rollover, type RolloverEdits } from './rollover.ts';
import { firstSettings } from './rollover-plan.service.ts';
import { findRollover } from './rollover.queries.ts';
import { settingsShape } from './rollover.shapes.ts';
import { nodesOf, type SeasonNode } from './season-node.ts';
import { seasonTree } from './season-tree.service.ts';

type Wanted = { kind: CopiedKind; id: number; season_id: number };

/**
 * The changes that add a copy to another season, ended, with what hangs below but aid codes and files. Days
 * and prices follow the roll-over of the old season if there is one, else move by a year.
 * @throws not_found, no_place_for_copy
 * Source: SE1.8
 */
export async function copyIntoSeason(
  tx: Tx,
  now: Date,
  reader: Reader,
  { kind, id, season_id }: Wanted,
): Promise<{ changes: CreateChange[]; key: string }> {
  const objects = await readObjects(tx, now);
  const [row, target] = [findRow(objects, kind, id), findRow(objects, 'period', season_id)];
  if (!row || !target) throw new Refusal(catalogRefusals.not_found);
  const old = seasonOf(objects, kind, row);
  if (old.id === season_id) throw new Refusal(catalogRefusals.not_found);
  const parent = placeIn(objects, { kind, row }, target);
  const rollover = await rolloverOf(tx, objects, old);
  const node = nodesOf(rollover.season).find((one) => one.kind === kind && one.id === id)!;
  const changes = changesFrom(withAll(rollover, node), { node, parent });
  return {
    changes: changes.map((change, at) => ({
      ...change,
      fields: shownOf(reader, change.kind, fieldsOfCopy(change, at === 0)),
    })),
    key: changes[0]!.key!,
  };
}

/** A file lies in the folder of its season, so a copied route has none yet. */
const fieldsOfCopy = ({ kind, fields }: CreateChange, isCopy: boolean): CreateChange['fields'] => ({
  ...fields,
  ...(kind === 'route' && { contract_pdf: null }),
  ...(isCopy && { is_active: false }),
});

function seasonOf(objects: WorkingObjects, kind: CopiedKind, row: StoredRow): StoredRow {
  let [around, at] = [row, kind as Parameters<typeof parentOf>[1]];
  while (at !== 'period') {
    const above = parentOf(objects, at, around)!;
    [around, at] = [above.row, above.kind];
  }
  return around;
}

type Original = { kind: CopiedKind; row: StoredRow };

/** The object of the other season above the copy: the same program, the route of the same name. */
function placeIn(objects: WorkingObjects, { kind, row }: Original, target: StoredRow): number {
  if (kind === 'period_program') return target.id;
  const above = parentOf(objects, kind, row)!.row;
  const sold = kind === 'route' ? above : getRow(objects, 'period_program', Number(above.period_program_id));
  const program = siblingsOf(objects, 'period_program', target.id).find(
    ({ program_id }) => program_id === sold.program_id,
  );
  if (!program) throw noPlace(target, 'period_program', nameOf(objects, 'period_program', sold));
  if (kind === 'route') return program.id;
  const route = siblingsOf(objects, 'route', program.id).find(({ name }) => name === above.name);
  if (!route) throw noPlace(target, 'route', String(above.name));
  return route.id;
}

const noPlace = (target: StoredRow, kind: 'route' | 'period_program', name: string) =>
  new Refusal(planningRefusals.no_place_for_copy, {
    data: { season: String(target.text), what: `${KIND_NAMES[kind].one()} ${name}` },
  });

async function rolloverOf(tx: Tx, objects: WorkingObjects, old: StoredRow): Promise<Rollover> {
  const plan = await findRollover(tx, old.id);
  return {
    season: seasonTree(objects, old.id),
    settings: plan ? settingsShape.parse(plan.settings) : firstSettings(old),
    edits: (plan?.edits as RolloverEdits | undefined) ?? NO_EDITS,
    contracts: new Map(),
  };
}

/** What is around the copy goes along whatever the plan says, and what is active below it. */
function withAll(rollover: Rollover, node: SeasonNode): Rollover {
  const below = new Set(nodesOf(node));
  const included = nodesOf(rollover.season)
    .filter(({ kind }) => TICKED.includes(kind))
    .map((one) => [one.ref, !below.has(one) || one === node || one.fields.is_active !== false]);
  return { ...rollover, edits: { ...rollover.edits, included: Object.fromEntries(included) } };
}
