import { and, desc, eq, inArray, isNotNull, isNull, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import {
  accessTokens,
  knownBrowsers,
  mailedTokens,
  options,
  refreshTokens,
  sessions,
  userRoles,
  users,
} from '#db/tables/accounts/accounts.ts';
import type { SessionFactor } from '#modules/accounts/factor.states.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Builder, type Slots } from '#platform/db/prepared.ts';

export type SessionRow = typeof sessions.$inferSelect;
export type RefreshRow = typeof refreshTokens.$inferSelect;

/** Shifts the times of every open session and all tokens, so each stays as alive as before. */
export async function shiftSessions(tx: Tx, byMs: number): Promise<void> {
  // A login renewal locks the session first and the tokens after; this lock makes renewals wait, to avoid a
  // deadlock.
  await tx.execute(sql`lock table ${sessions} in exclusive mode`);
  const by = sql`make_interval(secs => ${byMs / 1000}::float8)`;
  const isOpen = sql`session_id in (select id from ${sessions} where ended_at is null)`;
  await tx.execute(
    sql`update ${accessTokens} set created_at = created_at + ${by}, last_used_at = last_used_at + ${by},
      expires_at = expires_at + ${by} where ${isOpen}`,
  );
  await tx.execute(
    sql`update ${refreshTokens} set created_at = created_at + ${by}, used_at = used_at + ${by},
      expires_at = expires_at + ${by} where ${isOpen}`,
  );
  await tx.execute(
    sql`update ${sessions} set created_at = created_at + ${by}, last_used_at = last_used_at + ${by},
      proved_at = proved_at + ${by}
      where ended_at is null`,
  );
}

export async function insertSession(tx: Tx, session: typeof sessions.$inferInsert): Promise<SessionRow> {
  const [row] = await tx.insert(sessions).values(session).returning();
  return row!;
}

export async function insertAccess(tx: Tx, token: typeof accessTokens.$inferInsert): Promise<void> {
  await tx.insert(accessTokens).values(token);
}

export async function insertRefresh(tx: Tx, token: typeof refreshTokens.$inferInsert): Promise<void> {
  await tx.insert(refreshTokens).values(token);
}

const roleKeys = sql<string[]>`array(
  select ${options.key} from ${options}
  left join ${userRoles}
    on ${userRoles.role_type_id} = ${options.id} and ${userRoles.user_id} = ${sessions.user_id}
      and ${userRoles.pending_since} is null
  where ${options.category} = 'userRole'
    and (${userRoles.user_id} is not null or ${options.key} = 'userRoleParent')
  order by ${options.id})`;

/**
 * True if neither the account nor the impersonating staff member is disabled, and the session that began an
 * impersonation still stands (MH18). Written as subqueries, not joins: PostgreSQL assumes null in a column
 * not yet analyzed for one row of 200, and would read all accounts before looking for the session.
 */
const isActive = sql`
  (select disabled_at from ${users} where ${users.id} = ${sessions.user_id}) is null
  and (select disabled_at from ${users} where ${users.id} = ${sessions.impersonator_id}) is null
  and (${sessions.begun_in} is null
    or (select begun.ended_at is null from ${sessions} as begun where begun.id = ${sessions.begun_in}))`;

export const accessOf = (db: Builder, { hash }: Slots<{ hash: Buffer }>) =>
  db
    .select({ token: accessTokens, session: sessions, roles: roleKeys })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.session_id))
    .where(and(eq(accessTokens.hash, hash), isNull(sessions.ended_at), isActive));

const accessByHash = prepared(accessOf);

/**
 * Finds a token of a running session of an enabled account. A single statement with the roles, because every
 * call with a token begins here.
 */
export async function findAccess(db: Db, hash: Buffer) {
  const [found] = await accessByHash(db, { hash });
  return found;
}

export async function touchAccess(db: Db, hash: Buffer, at: Date): Promise<void> {
  await db
    .update(accessTokens)
    .set({ last_used_at: at })
    .where(and(eq(accessTokens.hash, hash), lt(accessTokens.last_used_at, at)));
}

/** Locks the session of a refresh token, so two tabs go one after the other. */
export async function lockSessionOfRefresh(tx: Tx, hash: Buffer): Promise<SessionRow | undefined> {
  const [found] = await tx
    .select({ session: sessions })
    .from(sessions)
    .innerJoin(refreshTokens, eq(refreshTokens.session_id, sessions.id))
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(refreshTokens.hash, hash), isNull(users.disabled_at)))
    .for('update', { of: sessions });
  return found?.session;
}

export async function findRefresh(tx: Tx, hash: Buffer): Promise<RefreshRow | undefined> {
  const [row] = await tx.select().from(refreshTokens).where(eq(refreshTokens.hash, hash));
  return row;
}

export async function markRefreshUsed(tx: Tx, hash: Buffer, at: Date): Promise<void> {
  await tx.update(refreshTokens).set({ used_at: at }).where(eq(refreshTokens.hash, hash));
}

export async function findLiveSession(db: Db, id: string) {
  const [found] = await db
    .select({ session: sessions, roles: roleKeys })
    .from(sessions)
    // With one table alone, the columns in `roleKeys` would lose their tables.
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(sessions.id, id), isNull(sessions.ended_at), isActive));
  return found;
}

export async function setProved(tx: Tx, id: string, proved_at: Date): Promise<void> {
  await tx.update(sessions).set({ proved_at }).where(eq(sessions.id, id));
}

export async function setSessionFactor(tx: Tx, id: string, factor: SessionFactor): Promise<void> {
  await tx.update(sessions).set({ factor }).where(eq(sessions.id, id));
}

export async function clearSessionFactors(tx: Tx, user_id: number): Promise<void> {
  await tx.update(sessions).set({ factor: 'none' }).where(eq(sessions.user_id, user_id));
}

export type EndReason =
  | 'logout'
  | 'refresh_token_reused'
  | 'password_reset'
  | 'password_changed'
  | 'ended_by_staff'
  | 'ended_by_owner'
  | 'role_changed'
  | 'became_staff'
  | 'account_disabled'
  | 'factor_reset'
  | 'email_undone'
  | 'impersonation_stopped'
  | 'impersonation_expired';

type Ended = { ended_at: Date; ended_reason: EndReason };

/** Ends sessions, and the impersonations that were begun in them (MH18). @returns how many matched */
async function endWhere(db: Db, which: SQL | undefined, ended: Ended): Promise<number> {
  const rows = await db
    .update(sessions)
    .set(ended)
    .where(and(which, isNull(sessions.ended_at)))
    .returning({ id: sessions.id });
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  // A statement of its own: an impersonation begun while the first one waited for a lock is seen here.
  await db
    .update(sessions)
    .set(ended)
    .where(and(inArray(sessions.begun_in, ids), isNull(sessions.ended_at)));
  return ids.length;
}

export async function endSession(db: Db, id: string, ended: Ended): Promise<void> {
  await endWhere(db, eq(sessions.id, id), ended);
}

/** @returns false if the user has no such open session */
export async function endSessionOfUser(
  tx: Tx,
  { user_id, session_id }: { user_id: number; session_id: string },
  ended: Ended,
): Promise<boolean> {
  return (await endWhere(tx, and(eq(sessions.id, session_id), eq(sessions.user_id, user_id)), ended)) > 0;
}

/** Ends the sessions of a user, and the user's impersonations of others. */
export async function endSessionsOf(db: Db, user_id: number, ended: Ended): Promise<void> {
  await endWhere(db, or(eq(sessions.user_id, user_id), eq(sessions.impersonator_id, user_id)), ended);
}

/** Shorter than the hour where the session of staff that began it has less than an hour left (MH18). */
type Lives = { impersonation: number; ofStaff: number };

/** @returns the ended sessions */
export async function endImpersonationsOver(
  tx: Tx,
  now: Date,
  ended_reason: EndReason,
  { impersonation, ofStaff }: Lives,
): Promise<SessionRow[]> {
  const last = (ms: number) => sql`make_interval(secs => ${ms / 1000}::float8)`;
  const over = sql`least(${sessions.created_at} + ${last(impersonation)},
    (select begun.created_at from sessions as begun where begun.id = ${sessions.begun_in})
      + ${last(ofStaff)})`;
  return tx
    .update(sessions)
    .set({ ended_at: over, ended_reason })
    .where(
      and(
        isNotNull(sessions.impersonator_id),
        isNull(sessions.ended_at),
        lte(over, sql`${now.toISOString()}::timestamptz`),
      ),
    )
    .returning();
}

export async function listLatestSessions(
  db: Db,
  user_id: number,
  { limit, isOpen = false }: { limit: number; isOpen?: boolean },
) {
  // Written in SQL, because a column of the only table in FROM would lose the table name here.
  const last_used_at = sql<Date | null>`greatest(sessions.last_used_at, (
    select max(t.last_used_at) from access_tokens t where t.session_id = sessions.id))`;
  const begun_at = sql<Date | null>`case when sessions.begun_in is null then sessions.created_at
    else (select begun.created_at from sessions begun where begun.id = sessions.begun_in) end`;
  const impersonator = sql<
    string | null
  >`(select u.first_name || ' ' || u.last_name from users u where u.id = sessions.impersonator_id)`;
  return db
    .select({
      session: sessions,
      last_used_at: last_used_at.mapWith(accessTokens.last_used_at),
      /** the beginning of the session of staff that began an impersonation; null if its record is gone */
      begun_at: begun_at.mapWith(sessions.created_at),
      impersonator,
    })
    .from(sessions)
    .where(and(eq(sessions.user_id, user_id), isOpen ? isNull(sessions.ended_at) : undefined))
    .orderBy(desc(sessions.created_at))
    .limit(limit);
}

export async function endSessionsBeside(
  db: Db,
  keep: { user_id: number; session_id: string },
  ended: Ended,
): Promise<void> {
  await endWhere(db, and(eq(sessions.user_id, keep.user_id), ne(sessions.id, keep.session_id)), ended);
}

export async function deleteSessionsOf(tx: Tx, user_id: number): Promise<void> {
  await deleteSessions(tx, eq(sessions.user_id, user_id));
  await tx.delete(knownBrowsers).where(eq(knownBrowsers.user_id, user_id));
}

export async function deleteSessionsBefore(tx: Tx, begunBefore: Date): Promise<void> {
  await deleteSessions(tx, lt(sessions.created_at, begunBefore));
}

async function deleteSessions(tx: Tx, which: SQL): Promise<void> {
  const theirs = () => tx.select({ id: sessions.id }).from(sessions).where(which);
  // Sessions first, then tokens: the common order of locks (see shiftSessions).
  await theirs().for('update');
  const ids = theirs();
  await tx.delete(accessTokens).where(inArray(accessTokens.session_id, ids));
  await tx.delete(refreshTokens).where(inArray(refreshTokens.session_id, ids));
  await tx.delete(sessions).where(which);
}

/** Deletes dead tokens. Sessions stay as the record of logins, with the time of the last use. */
export async function deleteDeadTokens(db: Db, at: { expiredBefore: Date; idleBefore: Date }): Promise<void> {
  const expired = at.expiredBefore.toISOString();
  await db.execute(sql`
    with gone as (
      delete from ${accessTokens} where expires_at < ${expired}
        or last_used_at < ${at.idleBefore.toISOString()}
      returning session_id, last_used_at),
    latest as (select session_id, max(last_used_at) as last_used_at from gone group by session_id)
    update ${sessions} set last_used_at = greatest(${sessions.last_used_at}, latest.last_used_at)
    from latest where ${sessions.id} = latest.session_id`);
  await db.delete(refreshTokens).where(lt(refreshTokens.expires_at, at.expiredBefore));
  await db.delete(mailedTokens).where(lt(mailedTokens.expires_at, at.expiredBefore));
}
