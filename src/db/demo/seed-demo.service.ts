import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importSeason } from '#modules/catalog/season/season-import.service.ts';
import { storeSeasonFiles } from '#modules/catalog/season/season-storage.service.ts';
import { findCompany } from '#modules/catalog/catalog.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { hashPassword } from '#platform/passwords/passwords.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { hasUsers, insertPeople } from './people.queries.ts';
import { FAMILY_PASSWORD, STAFF_PASSWORD } from './people.ts';

type Portal = { db: Database; files: FileStore; clock: Clock; vault: Vault };

/** The project's own copy of the demo season, with its files beside it. */
export const DEMO_SEASON = join(import.meta.dirname, 'season.json');

/**
 * Fills an empty portal with the demo season and its people. Never for a production start, and only
 * for the embedded database: the caller sees to that (K5).
 * @returns false when the portal has a season or people already
 */
export async function seedDemo({ db, files: store, clock, vault }: Portal): Promise<boolean> {
  if (!(await isEmpty(db))) return false;
  const file: unknown = JSON.parse(await readFile(DEMO_SEASON, 'utf8'));
  const filesDir = join(import.meta.dirname, 'files');
  const passwords = {
    staff: await hashPassword(STAFF_PASSWORD),
    family: await hashPassword(FAMILY_PASSWORD),
  };
  return db.transaction(async (tx) => {
    const { files } = await importSeason(tx, file, {
      today: clock.today(),
      now: clock.now(),
      filesDir,
      by: { source: 'command' },
    });
    // A process that started at the same moment has filled it while this one waited for the season's lock.
    if (await hasUsers(tx)) return false;
    await insertPeople(tx, passwords, { now: clock.now(), vault });
    // Inside the transaction, unlike elsewhere: nobody waits for an empty portal, and a start that is
    // killed here finds it empty again instead of without its files.
    await storeSeasonFiles(store, { files, filesDir });
    return true;
  });
}

async function isEmpty(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => !(await findCompany(tx)) && !(await hasUsers(tx)));
}
