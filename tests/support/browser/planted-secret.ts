import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { openDatabase } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import { databaseUrlOf } from '#tests/support/portal/data-folder-database.ts';

/** Puts a number that nobody typed wherever the search looks, and takes it away. */
export async function plantSecret(dataDir: string, page: Page): Promise<{ pull(): Promise<void> }> {
  const { db, close } = openDatabase(databaseUrlOf(dataDir), { log: silentLog(), maxConnections: 1 });
  await db.execute(sql`create table pgboss.planted (note text)`);
  await db.execute(sql`insert into pgboss.planted values ('4111-1111-1111-1111')`);
  await writeFile(
    join(dataDir, 'mail/planted.eml'),
    `Subject: x\n--a\nContent-Transfer-Encoding: base64\n\n` +
      `${Buffer.from('to 4111 1111 1111 1111').toString('base64')}\n`,
  );
  await page.evaluate(async () => {
    await (await caches.open('planted')).put('/planted', new Response('4111-1111-1111-1111'));
    const opening = indexedDB.open('planted');
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore('planted').put('4111 1111 1111 1111', 1),
    );
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    opening.result.close();
    document.cookie = 'planted=4111111111111111';
    sessionStorage.setItem('planted', '411-111-111-111-111-1');
  });
  const pull = async () => {
    await db.execute(sql`drop table pgboss.planted`);
    await close();
  };
  return { pull };
}
