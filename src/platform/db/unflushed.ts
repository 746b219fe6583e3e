import { sql } from 'drizzle-orm';

/**
 * Makes a commit not wait for the disk. Belongs in the returned columns of a statement with a transaction of
 * its own, or of a transaction with only such statements. Everybody reads the written rows at once. A crash
 * of the database server may lose the rows within half a second. After a later commit with a wait, the rows
 * are safe: no later commit survives without the earlier. Only for rows to be lost without harm as long as
 * nothing depends on the rows.
 */
export const UNFLUSHED = sql`set_config('synchronous_commit', 'off', true)`;
