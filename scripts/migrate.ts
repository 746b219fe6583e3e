import { m } from '#i18n/messages.js';
import { runCommand, say } from './command/run-command.ts';

/*
 * `npm run migrate`: brings the tables up to date as DATABASE_OWNER_URL, so that the portal itself need not
 * be told that address (H13).
 */
process.exitCode = await runCommand({
  asked: process.argv.length === 2 ? {} : undefined,
  usage: () => m.portal_migrate_usage(),
  run: async () => {
    say(m.portal_database_migrated());
    return 0;
  },
});
