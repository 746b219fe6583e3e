import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#kit/durations.ts';
import { hasRight, type Reader } from '#kit/endpoint/right.ts';
import { readCatalogVersion } from '#modules/catalog/catalog-version.queries.ts';
import type { Tx } from '#platform/db/database.ts';
import { pricedFields } from './node-prices.ts';
import type { RolloverRow } from './rollover.contract.ts';
import { valueRows, wordsRows } from './rollover.ts';
import {
  getPlan,
  getPlanRow,
  toCheckPlace,
  tryPlan,
  type Moments,
  type ReadPlan,
} from './rollover-plan.service.ts';
import { countContractsByRoute } from './rollover.queries.ts';
import type { RowFilter, RowPart } from './rollover.states.ts';
import { nodesOf, type SeasonNode } from './season-node.ts';
import { sentencesByValue, valueKey } from './sentences-by-value.ts';

type Asked = {
  season_id: number;
  part: RowPart;
  filter: RowFilter;
  school?: number;
  kind?: SeasonNode['kind'];
  after: number;
  limit: number;
};

type PlanRows = { rows: readonly RolloverRow[]; schoolOf: ReadonlyMap<string, number | null> };

/** Tables of values and of texts, of the plans of two people. */
const TABLES_KEPT = 4;

/** The tables read last: pages follow each other, and each page would try the whole plan. */
const known = new LRUCache<string, PlanRows>({ max: TABLES_KEPT });

/**
 * A page of rows in the order of the season.
 * @throws not_found, rolled_over
 */
export async function listRows(tx: Tx, clock: Moments, reader: Reader, asked: Asked) {
  const { version } = await getPlanRow(tx, asked.season_id);
  const sold = [...(await countContractsByRoute(tx, asked.season_id)).keys()].toSorted((a, b) => a - b);
  const key = JSON.stringify([
    await readCatalogVersion(tx),
    asked.season_id,
    version,
    sold,
    asked.part,
    hasRight(reader, 'money'),
    // Rules and checks compare with the moment.
    Math.floor(clock.now().getTime() / MINUTE_MS),
  ]);
  const table = known.get(key) ?? (await planRows(tx, clock, reader, asked));
  known.set(key, table);
  const { rows, schoolOf } = table;
  const found = rows.filter(
    (row) =>
      isShown[asked.filter](row) &&
      (asked.school === undefined || schoolOf.get(row.ref) === asked.school) &&
      (asked.kind === undefined || row.kind === asked.kind),
  );
  const end = asked.after + asked.limit;
  return {
    rows: found.slice(asked.after, end),
    all: found.length,
    next: end < found.length ? end : null,
    version,
  };
}

async function planRows(
  tx: Tx,
  clock: Moments,
  reader: Reader,
  { season_id, part }: Pick<Asked, 'season_id' | 'part'>,
): Promise<PlanRows> {
  const plan = await getPlan(tx, clock, season_id);
  const schoolOf = new Map(nodesOf(plan.rollover.season).map((node) => [node.ref, node.school_id]));
  const rows = part === 'texts' ? textRows(plan) : await valuesOf(tx, clock, reader, plan);
  return { rows, schoolOf };
}

const isShown: Readonly<Record<RowFilter, (row: RolloverRow) => boolean>> = {
  all: () => true,
  changed: ({ sentence, included, old, value }) => (sentence === null ? old !== value : included),
  typed: ({ is_typed }) => is_typed,
  problem: ({ problem, check }) => problem !== null || check !== null,
};

function textRows({ rollover }: ReadPlan): RolloverRow[] {
  return wordsRows(rollover).map(({ ref, names, found, proposed, sentence, is_ticked, key }) => ({
    ref,
    kind: ref.split(':')[0] as RolloverRow['kind'],
    names: [...names],
    // The key of the words without their object.
    field: key.slice(ref.length + 1),
    old: found,
    proposed,
    value: proposed,
    is_typed: false,
    included: is_ticked,
    problem: null,
    check: null,
    sentence,
    payments: null,
  }));
}

async function valuesOf(tx: Tx, clock: Moments, reader: Reader, plan: ReadPlan): Promise<RolloverRow[]> {
  const withMoney = hasRight(reader, 'money');
  // Before the try, which stages the new season on the same objects.
  const rows = valueRows(plan.rollover);
  const tried = await tryPlan(tx, clock, plan);
  const problemAt = sentencesByValue(tried.problems.map(({ node: { ref }, ...one }) => ({ ref, ...one })));
  const checkAt = sentencesByValue(tried.checks.map((check) => toCheckPlace(reader, check)));
  const payments = new Map(
    nodesOf(plan.rollover.season).map(({ ref, fields }) => [
      ref,
      fields.number_payments as number | undefined,
    ]),
  );
  return rows
    .filter(({ kind, field }) => withMoney || !pricedFields(kind).includes(field))
    .map(({ is_included, names, ...row }) => ({
      ...row,
      names: [...names],
      included: is_included,
      problem: problemAt.get(valueKey(row)) ?? null,
      check: checkAt.get(valueKey(row)) ?? null,
      sentence: null,
      payments: payments.get(row.ref) ?? null,
    }));
}
