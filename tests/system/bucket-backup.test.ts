import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchBackup } from '#platform/backup/sealed-backup.ts';
import { putBack } from '#platform/backup/backup.ts';
import { readConfig } from '#platform/config/config.ts';
import { askOnce } from '#platform/db/ask-once.ts';
import { openEmbedded } from '#platform/db/embedded/embedded.ts';
import { silentLog } from '#platform/log/log.ts';
import { openAppContext } from '#server/open-app-context.ts';
import { KNOWN } from '#server/prepare-database.ts';
import { readHealthFacts } from '#server/health/read-facts.ts';
import { backUpToBucket, openBackupBucket } from '#server/scheduled-backup.ts';
import { openStubBucket, type StubBucket } from '#tests/support/http/stub-bucket.ts';

const home = mkdtempSync(join(tmpdir(), 'schoolrun-bucket-backup-'));
let bucket: StubBucket;

beforeAll(async () => void (bucket = await openStubBucket()));
afterAll(() => {
  bucket.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** @shows MO12.6 MO12.7 */
it('a portal stores its backup in the bucket, and another folder takes it from there', async () => {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: join(home, 'data'),
    ...bucket.settings,
  });
  const { context, close } = await openAppContext(config, silentLog(), 'portal');
  await context.files.put('content/a-map.svg', Buffer.from('<svg/>'), 'image/svg+xml');
  const backupFact = async () => (await readHealthFacts(context)).backup;
  expect(await backupFact()).toMatchObject({ is_on: true, at: null });
  const name = await backUpToBucket(context);
  expect(await backupFact()).toMatchObject({ is_on: true, at: expect.any(Date) });
  // What was packed is not left on the disk.
  expect(readdirSync(join(config.dataDir, 'backups'))).toEqual([]);
  await close();

  await fetchBackup(await openBackupBucket(config), name, join(home, 'fetched'));
  await putBack(join(home, 'fetched'), join(home, 'restored'), {
    known: KNOWN,
    vaultKeys: config.vaultKeys,
    takesUnsigned: false,
  });
  expect(readFileSync(join(home, 'restored/files/content/a-map.svg'), 'utf8')).toBe('<svg/>');
  const restored = await openEmbedded({ dataDir: join(home, 'restored'), log: silentLog(), role: 'tool' });
  const { rows } = await askOnce(restored.ownerUrl, (client) =>
    client.query('select count(*)::int from orders'),
  );
  await restored.stop();
  expect(rows).toEqual([{ count: 0 }]);
});
