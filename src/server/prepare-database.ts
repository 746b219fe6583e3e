import { m } from '#i18n/messages.js';
import type { Config } from '#platform/config/config.ts';
import { openDatabase, type OpenDatabase } from '#platform/db/database.ts';
import { openEmbedded } from '#platform/db/embedded/embedded.ts';
import { isMigrated, migrateDatabase } from '#platform/db/migrate.ts';
import { listExcessRights } from '#platform/db/portal-role.ts';
import { tryToConnect } from '#platform/db/try-to-connect.ts';
import type { Log } from '#platform/log/log.ts';

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
 * @throws Error with a sentence where the role may do too much in production, or the tables are not this
 *   version's
 */
export async function prepareDatabase(config: Config, log: Log, role: 'portal' | 'tool'): Promise<Prepared> {
  const { databaseUrl, portalRole, ownerUrl, stop } = await addressesOf(config, log, role);
  try {
    if (ownerUrl) await migrateDatabase(ownerUrl, { portalRole });
    const opened = openDatabase(databaseUrl, { log, maxConnections: config.databaseConnections });
    const close = async () => {
      await opened.close();
      await stop();
    };
    try {
      await refuseWrongRole(opened, { databaseUrl, ownerUrl, isProduction: config.isProduction, log });
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

type Role = { databaseUrl: string; ownerUrl: string | undefined; isProduction: boolean; log: Log };

async function refuseWrongRole({ pool }: OpenDatabase, role: Role): Promise<void> {
  const excess = await listExcessRights(pool);
  // One role for all is for trying out: whoever may migrate may rewrite the books.
  if (!role.ownerUrl && !role.isProduction && excess.length > 0) await migrateDatabase(role.databaseUrl);
  if (!(await isMigrated(pool))) throw new Error(m.portal_database_not_migrated());
  if (excess.length === 0) return;
  const sentence = m.portal_database_role_may_do_too_much({ rights: excess.join(', ') });
  if (role.isProduction) throw new Error(sentence);
  role.log.warn(sentence);
}
