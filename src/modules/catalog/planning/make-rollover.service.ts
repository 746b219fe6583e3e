import { m } from '#i18n/messages.js';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { lockCatalog } from '#modules/catalog/catalog-version.queries.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { applyChanges, momentOf, type Applied } from '#modules/catalog/changes/apply-changes.service.ts';
import type { CreateChange } from '#modules/catalog/changes/change.ts';
import { contentTypeOf, contractPdfKey, printableContractKey } from '#modules/catalog/stored-files.ts';
import type { Tx } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { jsonHash } from '#platform/json-hash.ts';
import { pricedFields } from './node-prices.ts';
import { planningRefusals } from './planning.refusals.ts';
import type { MadeAnswer } from './rollover.contract.ts';
import { includedNodes, type Rollover } from './rollover.ts';
import { getPlan, toCheckPlace, tryPlan, type Moments } from './rollover-plan.service.ts';

/** A stored file of the old season, and its place in the new one. */
export type FileCopy = { name: string; from: string; to: string };

type Made = { answer: MadeAnswer; files: FileCopy[] };

/**
 * Makes the draft season by one change set, or tells what would be made (SE9.9). The files are taken over
 * afterwards, outside the transaction.
 * @throws not_found, rolled_over, rollover_problems
 * @throws effects_changed if the plan or the old season has changed since
 */
export async function makeRollover(
  tx: Tx,
  clock: Moments,
  viewer: Viewer,
  { season_id, seen }: { season_id: number; seen?: string },
): Promise<Made> {
  if (seen !== undefined) await lockCatalog(tx);
  const plan = await getPlan(tx, clock, season_id);
  const { rollover } = plan;
  const { changes, problems, checks } = await tryPlan(tx, clock, plan);
  const told = {
    hash: jsonHash(changes),
    routes: changes.filter(({ kind }) => kind === 'route').length,
    values: changes.reduce((n, { kind, fields }) => n + amountsIn(kind, fields), 0),
    objects: changes.length,
    checks: checks.map((check) => toCheckPlace(viewer, check)),
  };
  if (problems.length > 0)
    throw new Refusal(planningRefusals.rollover_problems, { data: { n: problems.length } });
  if (seen === undefined)
    return { answer: { ...told, season_id: null, change_id: null, files_left: [] }, files: [] };
  if (seen !== told.hash) throw new Refusal(catalogRefusals.effects_changed);
  const title = m.catalog_rollover_title({
    old: String(rollover.season.fields.text),
    new: rollover.settings.text,
  });
  const set = { changes, source: 'rollover', title, staff: viewer } as const;
  const applied = await applyChanges(tx, momentOf(clock), set);
  const season = applied.rows.find(({ kind }) => kind === 'period')!;
  return {
    answer: { ...told, season_id: season.id, change_id: applied.id, files_left: [] },
    files: filesOf(rollover, changes, applied),
  };
}

const amountsIn = (kind: CreateChange['kind'], fields: CreateChange['fields']): number =>
  pricedFields(kind).filter((field) => typeof fields[field] === 'number').length;

/** Contracts to print by the id of the school in the season, contracts of routes by the names around. */
function filesOf(rollover: Rollover, changes: readonly CreateChange[], { rows }: Applied): FileCopy[] {
  const idOf = new Map(rows.map(({ key, id }) => [key, id]));
  const nodes = includedNodes(rollover);
  const programs = new Map(nodes.map(({ ref, fields }) => [ref, String(fields.program)]));
  const old = String(rollover.season.fields.name);
  return changes.flatMap(({ kind, parent, fields }, at): FileCopy[] => {
    const [group = ''] = nodes[at]!.around;
    if (kind === 'printable') {
      const name = String(fields.file_name);
      const [was, is] = [Number(group.split(':')[1]), idOf.get(String(parent))!];
      return [{ name, from: printableContractKey(was, name), to: printableContractKey(is, name) }];
    }
    if (kind !== 'route' || fields.contract_pdf === null) return [];
    const contract_pdf = String(fields.contract_pdf);
    const of = { program: programs.get(group)!, contract_pdf };
    return [
      {
        name: contract_pdf,
        from: contractPdfKey({ ...of, period: old }),
        to: contractPdfKey({ ...of, period: rollover.settings.name }),
      },
    ];
  });
}

/** @returns the names of the files that are not in the store, which the checks of the new season name too */
export async function takeFilesOver(
  store: Pick<FileStore, 'find' | 'put'>,
  files: readonly FileCopy[],
): Promise<string[]> {
  const left = new Set<string>();
  for (const { name, from, to } of new Map(files.map((file) => [file.to, file])).values()) {
    const content = await store.find(from);
    if (content) await store.put(to, content, contentTypeOf(name));
    else left.add(name);
  }
  return [...left];
}
