import { resolve } from 'node:path';
import type pg from 'pg';
import { m } from '#i18n/messages.js';
import { putBack } from '#platform/backup/backup.ts';
import { readConfig } from '#platform/config/config.ts';
import { askOnce } from '#platform/db/ask-once.ts';
import { openEmbedded } from '#platform/db/embedded/embedded.ts';
import { refuseNewer } from '#platform/db/refuse-newer.ts';
import { silentLog } from '#platform/log/log.ts';
import { KNOWN } from '#server/prepare-database.ts';
import { DONE, type Handler } from './command-line.ts';
import { say } from './say.ts';

/*
 * `restore FOLDER`: puts what `backup` made into an empty DATA_DIR, and lets the database
 * play its log once, so that whoever restores reads at once whether it serves (H19).
 */

const since = (ms: number) => ((performance.now() - ms) / 1_000).toFixed(1);

export const restore: Handler = async ({ values: [folder = ''], options: { unsigned } }) => {
  const { databaseUrl, dataDir, vaultKeys } = readConfig(process.env);
  if (databaseUrl) throw new Error(m.portal_backup_outside());
  process.umask(0o077);
  const begun = performance.now();
  const { made_at, files } = await putBack(resolve(folder), dataDir, {
    known: KNOWN,
    vaultKeys,
    takesUnsigned: unsigned === true,
  });
  const seconds = since(begun);
  const copied = performance.now();
  const { ownerUrl, stop } = await openEmbedded({ dataDir, log: silentLog(), role: 'tool' });
  try {
    const orders = await askOnce(ownerUrl, countOrders);
    const recovery = since(copied);
    say(m.portal_restore_done({ folder: dataDir, files, made_at, seconds, recovery, orders }));
    return DONE;
  } finally {
    await stop();
  }
};

/** A backup of version 0.1.0 does not say what its database needs. */
async function countOrders(client: pg.Client): Promise<number> {
  await refuseNewer(client, KNOWN);
  const { rows } = await client.query<{ orders: number }>('select count(*)::int as orders from orders');
  return rows[0]!.orders;
}
