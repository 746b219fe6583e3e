import { hasRight } from '#kit/endpoint/right.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { requireRecentProof } from '#modules/accounts/sessions/current-password.service.ts';
import { lockCatalog } from '#modules/catalog/catalog-version.queries.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { once } from '#platform/once/once.ts';
import { applyChanges, findProblems, momentOf } from './apply-changes.service.ts';
import type { Change } from './change.ts';
import type { Preview, Saved } from './changes.contract.ts';
import { findAgreed, listChangeRows } from './changes.queries.ts';
import { effectsOf, previewOf, refuseOtherEffects, type TellEffects } from './effects.service.ts';
import { readObjects, type WorkingObjects } from './working-objects.service.ts';

type Moments = Pick<Clock, 'now' | 'today'>;

type Kinds = readonly Pick<Change, 'kind'>[];

const isOfCompany = (changes: Kinds) => changes.some(({ kind }) => kind === 'company' || kind === 'division');

/** The facts of the company and its divisions want their own right (SE3.1). */
export function refuseWithoutRight(viewer: Viewer, changes: Kinds): void {
  if (isOfCompany(changes) && !hasRight(viewer, 'company')) throw new Refusal(rightRefusals.right_missing);
}

type Deps = { clock: Moments; tellEffects: TellEffects };

/** @throws right_missing, not_found, edited_meanwhile */
export async function previewChanges(
  tx: Tx,
  { clock, tellEffects }: Deps,
  viewer: Viewer,
  { changes, missing_files, approval, all }: Omit<SentChanges, 'seen' | 'key' | 'title'> & { all?: boolean },
): Promise<Preview> {
  refuseWithoutRight(viewer, changes);
  const objects = await readObjects(tx, clock.now());
  const moment = { ...momentOf(clock), areChecked: false, missing_files, holdsTerms: !approval };
  const { problems } = await findProblems(tx, { objects, changes }, moment);
  const told = await effectsOf(tx, { objects, reader: viewer, tellEffects, problems });
  return previewOf(problems, told, { isWhole: all });
}

export type SentChanges = {
  title?: string | null;
  changes: readonly Change[];
  /** the hash of the effects that the writer was shown */
  seen: string;
  key: string;
  source?: 'setup';
  /** what staff state of a lawyer's approval of bank terms (SE4.11) */
  approval?: string | null;
  /** as `missingFilesFor` has found them */
  missing_files?: ReadonlySet<string>;
};

/**
 * Saves the changes of a form, or of many rows at once; sent again with the same key, they answer as before.
 * Facts of the company want the password of the last five minutes (OF0.23).
 * @throws right_missing, proof_required, once_key_reused, effects_changed, and as `applyChanges`
 */
export async function saveChanges(
  tx: Tx,
  { clock, tellEffects }: Deps,
  viewer: Viewer,
  { title, changes, approval, seen, key, missing_files, source: of }: SentChanges,
): Promise<Saved> {
  refuseWithoutRight(viewer, changes);
  if (isOfCompany(changes)) await requireRecentProof(tx, clock.now(), viewer);
  await lockCatalog(tx);
  const call = {
    by_id: viewer.user_id,
    call: 'saveCatalogChanges',
    key,
    sent: { title, changes, approval: approval ?? undefined },
  };
  const id = await once(tx, clock.now(), call, async () => {
    const source = of ?? (changes.length === 1 ? 'form' : 'bulk');
    const agree = async (_: Tx, objects: WorkingObjects) =>
      refuseOtherEffects(seen, await effectsOf(tx, { objects, reader: viewer, tellEffects }));
    const set = { changes, source, title, approval, staff: viewer, agree } as const;
    const moment = { ...momentOf(clock), missing_files, holdsTerms: !approval };
    const applied = await applyChanges(tx, moment, set);
    return applied.id;
  });
  if (id === null) return { id, rows: [], effects: [], more: 0 };
  const rows = (await listChangeRows(tx, id)).map((row) => ({
    kind: row.kind as Change['kind'],
    id: row.row_id,
    version: row.version_after,
    key: row.key,
  }));
  return { id, rows, ...(await findAgreed(tx, id)) };
}
