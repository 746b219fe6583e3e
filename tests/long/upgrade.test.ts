import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { openEmbedded } from '#platform/db/embedded/embedded.ts';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { VERSION } from '#platform/db/program-version.ts';
import { silentLog } from '#platform/log/log.ts';
import { runBeside } from '#tests/support/database/clone-database.ts';
import { copyFirstMigrations } from '#tests/support/database/older-migrations.ts';
import { home, PRODUCTION, start, useEmptyFolder } from '#tests/support/portal/embedded-portal.ts';

const COMMANDS = join(import.meta.dirname, '../../schoolrun.js');

const folder = copyFirstMigrations();
afterAll(() => rmSync(folder, { recursive: true }));

useEmptyFolder();

/** @shows MO1.6 MO1.7 MO11.1 */
it('the embedded database is backed up once, before it is migrated; the start says its version', async () => {
  const { ownerUrl, portalRole, stop } = await openEmbedded({
    dataDir: home.dataDir,
    log: silentLog(),
    role: 'tool',
  });
  await migrateDatabase(ownerUrl, { folder, portalRole }).finally(stop);
  const portal = await start({ env: { LOG_LEVEL: 'info' } });
  const backups = join(home.dataDir, 'backups');
  const [made, ...others] = readdirSync(backups);
  expect([made, others]).toEqual([expect.stringContaining(`before-${VERSION}`), []]);
  expect(portal.output()).toContain(m.portal_backup_before_migration({ folder: join(backups, made!) }));
  expect(portal.output()).toContain(m.portal_starting({ version: VERSION }));
  expect(portal.output()).toContain(m.portal_ready({ version: VERSION, address: portal.url }));
  await expect.poll(() => portal.output().trimEnd().split('\n').at(-1)).toContain(m.portal_how_to_stop());
  const { database } = JSON.parse(readFileSync(join(backups, made!, 'backup.json'), 'utf8'));
  expect(database.version).toBe(null);
  expect(database.needs).toContain('migration 1795661372468');
  expect(database.needs.some((need: string) => need.startsWith('feature'))).toBe(false);
  await portal.stop();
  await (await start()).stop();
  expect(readdirSync(backups)).toEqual([made]);
});

/** @shows MO1.7 */
it('an outside database is migrated when somebody says that it was backed up for this version', async () => {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/of_first_version';
  await runBeside(url.href, 'create database of_first_version');
  try {
    await migrateDatabase(url.href, { folder });
    const migrate = (env: Record<string, string>) =>
      spawnSync(process.execPath, [COMMANDS, 'migrate'], {
        encoding: 'utf8',
        env: {
          ...process.env,
          ...PRODUCTION,
          NODE_ENV: 'test',
          DATA_DIR: home.dataDir,
          DATABASE_URL: url.href,
          DATABASE_OWNER_URL: url.href,
          ...env,
        },
      });
    const demanded = `${m.portal_backup_demanded({ version: VERSION })}\n`;
    expect(migrate({})).toMatchObject({ status: 1, stderr: demanded });
    expect(migrate({ BACKUP_BEFORE: '0.1.0' })).toMatchObject({ status: 1, stderr: demanded });
    expect(migrate({ BACKUP_BEFORE: VERSION })).toMatchObject({ status: 0, stderr: '' });
    expect(migrate({})).toMatchObject({ status: 0, stderr: '' });
  } finally {
    await runBeside(url.href, 'drop database of_first_version with (force)');
  }
});
