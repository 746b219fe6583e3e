import { join } from 'node:path';
import { m } from '#i18n/messages.js';
import { PROCESSORS } from '#modules/billing/processor.states.ts';
import { makeBackup } from '#platform/backup/backup.ts';
import { systemClock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { openDatabase, type OpenDatabase } from '#platform/db/database.ts';
import { openEmbedded } from '#platform/db/embedded/embedded.ts';
import { isMigrated, listMigrations, migrateDatabase } from '#platform/db/migrate.ts';
import { listExcessRights } from '#platform/db/portal-role.ts';
import { noteVersion, VERSION } from '#platform/db/program-version.ts';
import { refuseNewer, type Known } from '#platform/db/refuse-newer.ts';
import { reachable } from '#platform/db/unreachable.ts';
import type { Log } from '#platform/log/log.ts';
import { openVault } from '#platform/vault/open-vault.ts';
import { FILE_FIELD } from '#platform/vault/sealed-files.ts';
import { SEALED_FIELDS } from './reencrypt-all.ts';

/** The features of a database known to this program (MO1). */
export const KNOWN: Known = {
  migrations: listMigrations(),
  settings: [
    ...[...SEALED_FIELDS, FILE_FIELD].map((field) => `sealed field ${field}`),
    ...PROCESSORS.map((processor) => `processor ${processor}`),
  ],
};

type Addresses = {
  databaseUrl: string;
  portalRole: string;
  /** of the owner; undefined if only the role of the portal is known */
  ownerUrl: string | undefined;
  stop: () => Promise<void>;
};

type Prepared = OpenDatabase & Pick<Addresses, 'databaseUrl'>;

/**
 * Starts an embedded database, migrates as the owner and opens the database in the role of the portal (H13).
 * @throws Error with a sentence if the role has too many rights in production, the tables belong to another
 * version, or a newer version has opened the database
 */
export async function prepareDatabase(config: Config, log: Log, role: 'portal' | 'tool'): Promise<Prepared> {
  const { databaseUrl, portalRole, ownerUrl, stop } = await addressesOf(config, log, role);
  try {
    const beforeMigrating = () => backUpFirst(config, ownerUrl, log);
    if (ownerUrl) await migrateDatabase(ownerUrl, { portalRole, settings: KNOWN.settings, beforeMigrating });
    const opened = openDatabase(databaseUrl, { log, maxConnections: config.databaseConnections });
    const close = async () => {
      await opened.close();
      await stop();
    };
    try {
      await refuseNewer(opened.pool, KNOWN);
      await refuseWrongRole(opened, { databaseUrl, ownerUrl, config, log });
      await noteVersion(opened.db);
      return { ...opened, databaseUrl, close };
    } catch (error) {
      await opened.close();
      throw error;
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addressesOf(config: Config, log: Log, role: 'portal' | 'tool'): Promise<Addresses> {
  const { databaseUrl, databaseOwnerUrl } = config;
  if (databaseUrl) {
    const portalRole = await reachable('DATABASE_URL', databaseUrl);
    if (databaseOwnerUrl) await reachable('DATABASE_OWNER_URL', databaseOwnerUrl);
    return { databaseUrl, portalRole, ownerUrl: databaseOwnerUrl || undefined, stop: async () => undefined };
  }
  log.debug(m.portal_database_starting());
  const { url, ...embedded } = await openEmbedded({ dataDir: config.dataDir, log, role });
  return { databaseUrl: url, ...embedded };
}

/**
 * Demands a backup of a used database before migrating: the embedded database is backed up here, an outside
 * database by the operator (MO1).
 * @throws Error with a sentence if no backup of an outside database is confirmed for this version
 */
async function backUpFirst(config: Config, ownerUrl: string | undefined, log: Log): Promise<void> {
  const { databaseUrl, dataDir, backupBefore } = config;
  if (databaseUrl || !ownerUrl) {
    if (backupBefore === VERSION) return;
    throw new Error(m.portal_backup_demanded({ version: VERSION }));
  }
  const at = systemClock(() => 'UTC')
    .now()
    .toISOString()
    .slice(0, 19)
    .replaceAll(':', '-');
  const folder = join(dataDir, 'backups', `${at}-before-${VERSION}`);
  const vault = await openVault(config);
  await makeBackup({ dataDir, superuserUrl: ownerUrl, vault }, folder);
  log.info(m.portal_backup_before_migration({ folder }));
}

type Role = Pick<Addresses, 'databaseUrl' | 'ownerUrl'> & { config: Config; log: Log };

async function refuseWrongRole({ pool }: OpenDatabase, role: Role): Promise<void> {
  const { isProduction } = role.config;
  const excess = await listExcessRights(pool);
  // A single role is for trials only: a role with migration rights can rewrite the books.
  if (!role.ownerUrl && !isProduction && excess.length > 0)
    await migrateDatabase(role.databaseUrl, {
      settings: KNOWN.settings,
      beforeMigrating: () => backUpFirst(role.config, undefined, role.log),
    });
  if (!(await isMigrated(pool))) throw new Error(m.portal_database_not_migrated());
  if (excess.length === 0) return;
  const sentence = m.portal_database_role_may_do_too_much({ rights: excess.join(', ') });
  if (isProduction) throw new Error(sentence);
  role.log.warn(sentence);
}
