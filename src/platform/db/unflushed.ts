import { sql } from 'drizzle-orm';

/**
 * Makes a commit not wait for the disk. Belongs in the returned columns of a statement with a transaction of
 * its own. A crash of the database server may lose the rows within half a second, but never after a later
 * commit with a wait. Only for rows to be lost without harm as long as nothing depends on the rows.
 */
export const UNFLUSHED = sql`set_config('synchronous_commit', 'off', true)`;
