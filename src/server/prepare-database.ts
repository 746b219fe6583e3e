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
import { tryToConnect } from '#platform/db/try-to-connect.ts';
import type { Log } from '#platform/log/log.ts';
import { FILE_FIELD } from '#platform/vault/sealed-files.ts';
import { SEALED_FIELDS } from './reencrypt-all.ts';

/** What this program knows of a database (MO1). */
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
  /** the owner's; undefined where only the portal's role is known */
  ownerUrl: string | undefined;
  stop: () => Promise<void>;
};

type Prepared = OpenDatabase & Pick<Addresses, 'databaseUrl'>;

/**
 * Starts the database where it is embedded, migrates it as its owner and opens it as the portal's role (H13).
 * @throws Error with a sentence where the role may do too much in production, the tables are not this
 *   version's, or a newer version has opened the database
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

async function reachable(name: string, url: string): Promise<string> {
  return tryToConnect(url).catch((error: Error & { code?: string }) => {
    throw new Error(m.portal_database_unreachable({ name, why: error.code ?? error.message }), {
      cause: error,
    });
  });
}

/**
 * A database that was used is backed up before it is migrated: the embedded one here, an outside one by
 * whoever runs it (MO1).
 * @throws Error with a sentence where nobody has said that an outside one was backed up for this version
 */
async function backUpFirst(config: Config, ownerUrl: string | undefined, log: Log): Promise<void> {
  const { databaseUrl, dataDir, backupBefore } = config;
  if (databaseUrl || !ownerUrl) {
    if (backupBefore === VERSION) return;
    throw new Error(m.portal_backup_demanded({ version: VERSION }));
  }
  const at = systemClock('UTC').now().toISOString().slice(0, 19).replaceAll(':', '-');
  const folder = join(dataDir, 'backups', `${at}-before-${VERSION}`);
  await makeBackup({ dataDir, superuserUrl: ownerUrl }, folder);
  log.info(m.portal_backup_before_migration({ folder }));
}

type Role = Pick<Addresses, 'databaseUrl' | 'ownerUrl'> & { config: Config; log: Log };

async function refuseWrongRole({ pool }: OpenDatabase, role: Role): Promise<void> {
  const { isProduction } = role.config;
  const excess = await listExcessRights(pool);
  // One role for all is for trying out: whoever may migrate may rewrite the books.
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
