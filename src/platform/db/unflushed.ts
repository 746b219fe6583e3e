import { sql } from 'drizzle-orm';

/**
 * Stands in what a statement answers that is a transaction of its own, or one of such statements: its commit
 * does not wait for the disk. Everybody reads at once what it wrote. A crash of the database server may lose
 * it within half a second, unless a later commit has waited: then it is there too, as nothing later ever is
 * without it. So it is for what may be lost as long as nothing has come of it.
 */
export const UNFLUSHED = sql`set_config('synchronous_commit', 'off', true)`;
