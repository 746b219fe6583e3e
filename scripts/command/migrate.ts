import { m } from '#i18n/messages.js';
import { DONE, type Handler } from './command-line.ts';
import { onDatabase } from './on-database.ts';
import { say } from './say.ts';

/**
 * `migrate`: brings the tables up to date as DATABASE_OWNER_URL, so that the portal itself need not be told
 * that address (H13).
 */
export const migrate: Handler = () =>
  onDatabase(async () => {
    say(m.portal_database_migrated());
    return DONE;
  });
