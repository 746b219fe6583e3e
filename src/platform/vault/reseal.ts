import { setTimeout as pause } from 'node:timers/promises';
import { m } from '#i18n/messages.js';
import type { Clock } from '#platform/clock/clock.ts';
import type { Sealed } from '#kit/sealed.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import type { encryptedColumns } from './encrypted-columns.ts';
import type { SealedRows } from '#platform/db/sealed-rows.ts';
import { fieldOf, MissingKey, type Vault } from './vault.ts';
import * as state from './vault-state.queries.ts';

type Deps = { db: Database; vault: Vault; clock: Clock };

/** A table whose texts are sealed, and how its rows are sealed anew. */
export type SealedSource = {
  /** what it seals, as `students.custody_notes`; more than one source may hold texts of a field */
  fields: readonly string[];
  /**
   * Seals the next rows with an old text, by id from `after` on; none that another transaction holds.
   * @returns their ids
   */
  resealBatch(tx: Tx, vault: Vault, after: number, limit: number): Promise<number[]>;
  /** whether a row has an old text */
  hasOld(db: Db, vault: Vault): Promise<boolean>;
};

/**
 * The same for texts that are columns of a table.
 * @param also  columns that are written with the texts, made of what was opened
 */
export function sealedColumns<const Name extends string>(
  texts: ReturnType<typeof encryptedColumns<Name>>,
  rows: SealedRows,
  also: (vault: Vault, opened: Record<Name, string | null>) => Record<string, unknown> = () => ({}),
): SealedSource {
  return {
    fields: texts.names.map((field) => fieldOf({ table: texts.table, field })),
    async resealBatch(tx, vault, after, limit) {
      const found = await rows.lockOld(tx, vault.currentPrefix, after, limit);
      for (const { id, ...stored } of found) {
        const opened = texts.open(vault, id, stored as Record<Name, Sealed | null>);
        await rows.replace(tx, id, { ...texts.seal(vault, id, opened), ...also(vault, opened) });
      }
      return found.map(({ id }) => id);
    },
    hasOld: (db, vault) => rows.hasOld(db, vault.currentPrefix),
  };
}

/** Something else that is sealed, such as files: does all that is left of it. */
export type SealedRest = {
  fields: readonly string[];
  /** whether there is anything, under whatever key */
  hasAny(db: Database): Promise<boolean>;
  /** @returns how many it sealed, and whether nothing is left */
  resealAll(deps: Deps): Promise<{ n: number; isDone: boolean }>;
};

const BATCH = 200;

// A request waits for at most a batch; between two of them the others have their turn.
const REST_MS = 5;

/**
 * What a start does before it serves: it notes which key seals, and stops where something is sealed under a
 * key that is not in the ring.
 * @throws MissingKey
 */
export async function checkKeys(
  { db, vault, clock }: Deps,
  sources: readonly SealedSource[],
  rest: readonly SealedRest[],
): Promise<void> {
  const lacking = (await state.listKeysInUse(db)).find((id) => !vault.hasKey(id));
  // Before the first key is noted: a start with a wrong one leaves nothing behind.
  if (lacking && (await hasAnyOld({ db, vault }, sources, rest)))
    throw new MissingKey(m.portal_vault_key_missing({ id: lacking }));
  await state.noteKey(db, vault.currentKeyId, clock.now());
  if (lacking) await state.leaveOtherKeys(db, vault.currentKeyId, clock.now());
  await refuseWhatIsBound(db, vault);
}

/** Whether anything may be sealed under another key than the first. */
async function hasAnyOld(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  sources: readonly SealedSource[],
  rest: readonly SealedRest[],
): Promise<boolean> {
  for (const source of sources) if (await source.hasOld(db, vault)) return true;
  for (const one of rest) if (await one.hasAny(db)) return true;
  return false;
}

/** From now on a vault opens no unbound text where none is left. */
export async function refuseWhatIsBound(db: Db, vault: Vault): Promise<void> {
  vault.refuseUnbound(await state.listSealedFields(db));
}

/**
 * Seals under the first key, and bound to its place, whatever is not: row by row in transactions of their
 * own, so a kill costs a batch, and portals may do it at once. Once nothing is left of a field, its unbound
 * texts are refused; once nothing is left at all, the other keys may go.
 * @returns how many rows and files it sealed
 * @throws MissingKey, BrokenSeal
 */
export async function resealAll(
  deps: Deps,
  sources: readonly SealedSource[],
  rest: readonly SealedRest[],
): Promise<number> {
  const { db, vault, clock } = deps;
  const all = [...sources, ...rest];
  const known = await state.listSealedFields(db);
  vault.refuseUnbound(known);
  const isBound = all.every(({ fields }) => fields.every((field) => known.includes(field)));
  const others = (await state.listKeysInUse(db)).filter((id) => id !== vault.currentKeyId);
  if (isBound && others.length === 0) return 0;
  let n = 0;
  const left = new Set<string>();
  for (const source of sources) {
    n += await resealRows(deps, source);
    if (await source.hasOld(db, vault)) source.fields.forEach((field) => left.add(field));
  }
  for (const one of rest) {
    const sealed = await one.resealAll(deps);
    n += sealed.n;
    if (!sealed.isDone) one.fields.forEach((field) => left.add(field));
  }
  const bound = all.flatMap(({ fields }) => fields).filter((field) => !left.has(field));
  await state.insertSealedFields(db, [...new Set(bound)], clock.now());
  if (left.size === 0) await state.leaveOtherKeys(db, vault.currentKeyId, clock.now());
  vault.refuseUnbound(bound);
  return n;
}

async function resealRows({ db, vault }: Deps, source: SealedSource): Promise<number> {
  let n = 0;
  for (let after = 0; ;) {
    const ids = await db.transaction((tx) => source.resealBatch(tx, vault, after, BATCH));
    n += ids.length;
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH) return n;
    after = last;
    await pause(REST_MS);
  }
}
