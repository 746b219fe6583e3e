import { setTimeout as pause } from 'node:timers/promises';
import { m } from '#i18n/messages.js';
import type { Clock } from '#platform/clock/clock.ts';
import type { Sealed } from '#kit/sealed.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import type { encryptedColumns } from './encrypted-columns.ts';
import type { SealedRows } from '#platform/db/sealed-rows.ts';
import { fieldOf, MissingKey, type Vault } from './vault.ts';
import * as state from './vault-state.queries.ts';

export { listKeysInUse } from './vault-state.queries.ts';

type Deps = { db: Database; vault: Vault; clock: Clock };

export type SealedSource = {
  /** several sources may hold texts of the same field */
  fields: readonly string[];
  /** Skips rows locked by other transactions. @returns the ids of the rows */
  resealBatch(tx: Tx, vault: Vault, after: number, limit: number): Promise<number[]>;
  hasOld(db: Db, vault: Vault): Promise<boolean>;
};

/** @param also  columns derived from the opened texts, written with the texts */
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

export type SealedRest = {
  fields: readonly string[];
  hasAny(db: Database): Promise<boolean>;
  /** @returns the number sealed, and whether nothing is left */
  resealAll(deps: Deps): Promise<{ n: number; isDone: boolean }>;
};

const BATCH = 200;

// A request waits for at most a batch. The pause between two batches lets requests run.
const REST_MS = 5;

/**
 * Notes the sealing key, and stops the start if content may be sealed under a key missing from the ring.
 * @throws MissingKey
 */
export async function checkKeys(
  { db, vault, clock }: Deps,
  sources: readonly SealedSource[],
  rest: readonly SealedRest[],
): Promise<void> {
  const lacking = (await state.listKeysInUse(db)).find((id) => !vault.hasKey(id));
  // Before the key is noted: a start with a wrong key leaves nothing behind.
  if (lacking && (await hasAnyOld({ db, vault }, sources, rest)))
    throw new MissingKey(m.portal_vault_key_missing({ id: lacking }));
  await state.noteKey(db, vault.currentKeyId, clock.now());
  if (lacking) await state.leaveOtherKeys(db, vault.currentKeyId, clock.now());
  await refuseWhatIsBound(db, vault);
}

async function hasAnyOld(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  sources: readonly SealedSource[],
  rest: readonly SealedRest[],
): Promise<boolean> {
  for (const source of sources) if (await source.hasOld(db, vault)) return true;
  for (const one of rest) if (await one.hasAny(db)) return true;
  return false;
}

export async function refuseWhatIsBound(db: Db, vault: Vault): Promise<void> {
  vault.refuseUnbound(await state.listSealedFields(db));
}

/**
 * Each batch of rows has a separate transaction: a kill costs a batch, and several portals may run at once.
 * Unbound texts of a field are refused once none are left, and the other keys may go once no old content is
 * left at all.
 * @returns the number of rows and files sealed
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
  const { n, left } = await resealEach(deps, sources, rest);
  const bound = all.flatMap(({ fields }) => fields).filter((field) => !left.has(field));
  await state.insertSealedFields(db, [...new Set(bound)], clock.now());
  if (left.size === 0) await state.leaveOtherKeys(db, vault.currentKeyId, clock.now());
  vault.refuseUnbound(bound);
  return n;
}

/** @returns the number sealed, and the fields with old content left */
async function resealEach(
  deps: Deps,
  sources: readonly SealedSource[],
  rest: readonly SealedRest[],
): Promise<{ n: number; left: Set<string> }> {
  const { db, vault } = deps;
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
  return { n, left };
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
