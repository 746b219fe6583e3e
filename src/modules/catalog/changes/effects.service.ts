import type { Reader } from '#kit/endpoint/right.ts';
import { Refusal } from '#kit/refusal.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { currentCatalog, type Catalog } from '#modules/catalog/current-catalog.service.ts';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { wholeRow } from '#modules/catalog/objects/objects.queries.ts';
import type { Tx } from '#platform/db/database.ts';
import { jsonHash } from '#platform/json-hash.ts';
import { sentenceOf } from './apply-changes.service.ts';
import type { Problem } from './change.ts';
import { MOST_EFFECTS, SHOWN_EFFECTS, type Effect, type Preview } from './changes.contract.ts';
import { rowsOf, type StoredRow, type WorkingObjects } from './working-objects.service.ts';

/** The catalog before and after a change set. */
export type CatalogSides = { before: Catalog; after: Catalog };

export type ToldEffect = {
  effect: Effect;
  /** null where only families that come and go change the sentence: a save does not depend on it */
  agreed: string | null;
};

/**
 * Tells what a change set changes for families, the gravest first. Office supplies this function at
 * composition, because prices and open checkouts belong to later modules (SE5.2).
 */
export type TellEffects = (
  tx: Tx,
  reader: Reader,
  told: { sides: CatalogSides; objects: WorkingObjects },
) => Promise<ToldEffect[]>;

type Asked = {
  objects: WorkingObjects;
  reader: Reader;
  tellEffects: TellEffects;
  problems?: readonly Problem[];
};

/** The effects of staged changes; none of changes that break a rule. */
export async function effectsOf(
  tx: Tx,
  { objects, reader, tellEffects, problems = [] }: Asked,
): Promise<ToldEffect[]> {
  if (problems.length > 0) return [];
  return tellEffects(tx, reader, { sides: sidesOf(objects, await currentCatalog(tx)), objects });
}

export function previewOf(
  problems: readonly Problem[],
  told: readonly ToldEffect[],
  { isWhole = false }: { isWhole?: boolean } = {},
): Preview {
  const most = isWhole ? MOST_EFFECTS : SHOWN_EFFECTS;
  return {
    effects: told.slice(0, most).map(({ effect }) => effect),
    more: Math.max(0, told.length - most),
    problems: problems.map(toProblem),
    hash: effectsHash(told),
  };
}

const toProblem = (problem: Problem): Preview['problems'][number] => ({
  change: problem.change,
  field: problem.path.length > 0 ? problem.path.join('.') : null,
  code: problem.params.rule,
  sentence: sentenceOf(problem),
});

function effectsHash(told: readonly ToldEffect[]): string {
  const agreed = told.flatMap(({ agreed: one }) => (one === null ? [] : [one])).toSorted();
  return jsonHash(agreed);
}

/** @throws effects_changed with the effects as they are now */
export function refuseOtherEffects(seen: string, told: readonly ToldEffect[]): Preview {
  const preview = previewOf([], told);
  if (seen !== preview.hash) throw new Refusal(catalogRefusals.effects_changed, { items: [preview] });
  return preview;
}

type Listed = Exclude<keyof Catalog, 'version' | 'products' | 'options'>;

const KIND_OF_LIST: Readonly<Record<Listed, ObjectKind>> = {
  company: 'company',
  divisions: 'division',
  periods: 'period',
  program_groups: 'program_group',
  programs: 'program',
  program_grades: 'grade',
  period_program_groups: 'period_group',
  printable_contracts: 'printable',
  period_programs: 'period_program',
  payment_type_surcharges: 'surcharge',
  routes: 'route',
  payment_terms: 'payment_term',
  addons: 'addon',
  route_discounts: 'discount',
  content_blocks: 'content_block',
  news_items: 'news_item',
};

/** The catalogs as they are read, of the stored and of the staged objects. */
export function sidesOf(objects: WorkingObjects, current: Catalog): CatalogSides {
  const catalogOf = (rows: (kind: ObjectKind) => Iterable<StoredRow>): Catalog => {
    const lists = Object.entries(KIND_OF_LIST).map(([list, kind]) => [
      list,
      [...rows(kind)].map((row) => asRead(kind, row)).toSorted((a, b) => a.id - b.id),
    ]);
    return { ...current, ...Object.fromEntries(lists) };
  };
  return {
    before: catalogOf((kind) => objects.stored.get(kind)!.values()),
    after: catalogOf((kind) => rowsOf(objects, kind).values()),
  };
}

function asRead(kind: ObjectKind, row: StoredRow): StoredRow {
  const whole = wholeRow(kind, row) as StoredRow;
  if (kind === 'period') return { ...whole, is_draft: whole.published_at === null };
  if (kind === 'program_group') return { ...whole, chosen_period_id: whole.current_period_id };
  return kind === 'period_group' ? { ...whole, is_switched_on: whole.is_active } : whole;
}
