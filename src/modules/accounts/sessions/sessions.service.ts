import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { KNOWN_BROWSER_LIFE_MS } from '#platform/admission/known-browser.ts';
import { forgetNetworks, writeAudit } from '#platform/audit/audit.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import { deriveToken, hashOfToken, newId, newSecret, newToken } from '#platform/tokens/tokens.ts';
import type { TokenRecord } from '#modules/accounts/accounts.contract.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import type { SessionFactor } from '#modules/accounts/factor.states.ts';
import { isStaff, rightsOf } from '#modules/accounts/rights.ts';
import { isStaffMember } from '#modules/accounts/staff-password.service.ts';
import { lockUser, type UserRow } from '#modules/accounts/users.queries.ts';
import { deleteUnconfirmedBefore } from '#modules/accounts/factors/factors.queries.ts';
import { deleteKnownBrowsersBefore, deleteKnownBrowsersOf } from './known-browsers.queries.ts';
import {
  ACCESS_IDLE_MS,
  ACCESS_LIFE_MS,
  ENROLMENT_LIFE_MS,
  LAST_USE_STEP_MS,
  SESSION_LIFE_MS,
  STAFF_SESSION_LIFE_MS,
  SESSION_RECORD_MS,
  after,
  earlier,
  isAccessAlive,
  classifyRefresh,
} from './session-life.ts';
import {
  deleteDeadTokens,
  deleteSessionsBefore,
  endSession,
  endSessionsBeside,
  endSessionsOf,
  findAccess,
  findLiveSession,
  findRefresh,
  insertAccess,
  insertRefresh,
  insertSession,
  lockSessionOfRefresh,
  markRefreshUsed,
  shiftSessions,
  touchAccess,
  type EndReason,
  type SessionRow,
} from './sessions.queries.ts';

export type Origin = { ip: string; user_agent: string };

type Pair = { access: string; refresh: string };

type Login = { user_id: number; factor?: SessionFactor };

/**
 * Begins a session and issues the first tokens; older sessions go on. A staff session has no refresh token
 * and ends with the access token, after twelve hours at most (H2).
 */
export async function beginSession(
  tx: Tx,
  now: Date,
  { user_id, factor = 'none' }: Login,
  origin: Origin,
): Promise<TokenRecord> {
  const session = await insertSession(tx, {
    id: newId(),
    user_id,
    secret: newSecret(),
    factor,
    ...origin,
    created_at: now,
  });
  if (!(await isStaffMember(tx, user_id)))
    return storePair(tx, now, session, { access: newToken(), refresh: newToken() });
  const token = newToken();
  await storeAccess(tx, now, session, { token, endsAt: after(now, STAFF_SESSION_LIFE_MS) });
  return { access_token: token, expires_in: ACCESS_IDLE_MS / 1000 };
}

/** Stores an access token. Without a refresh token, the session ends with the access token. */
export async function storeAccess(
  tx: Tx,
  now: Date,
  session: SessionRow,
  { token, endsAt }: { token: string; endsAt: Date },
): Promise<void> {
  await insertAccess(tx, {
    session_id: session.id,
    hash: hashOfToken(token),
    created_at: now,
    last_used_at: now,
    expires_at: endsAt,
  });
}

async function storePair(tx: Tx, now: Date, session: SessionRow, pair: Pair): Promise<TokenRecord> {
  const sessionEndsAt = after(session.created_at, SESSION_LIFE_MS);
  const endsAt = earlier(after(now, ACCESS_LIFE_MS), sessionEndsAt);
  await storeAccess(tx, now, session, { token: pair.access, endsAt });
  await insertRefresh(tx, {
    session_id: session.id,
    hash: hashOfToken(pair.refresh),
    created_at: now,
    expires_at: sessionEndsAt,
  });
  return recordOf(pair);
}

function recordOf({ access, refresh }: Pair): TokenRecord {
  return { access_token: access, refresh_token: refresh, expires_in: ACCESS_IDLE_MS / 1000 };
}

/**
 * Exchanges a refresh token for the next pair. The pair derives from the session's secret and the presented
 * token, so a second tab gets the same pair although only hashes are stored.
 * @throws Refusal refresh_token_dead; a reused token ends the whole session first
 */
export async function rotate(db: Database, now: Date, presented: string): Promise<TokenRecord> {
  // Thrown outside: the end of the session must be committed.
  const record = await db.transaction((tx) => rotateIn(tx, now, presented));
  if (!record) throw new Refusal(accountRefusals.refresh_token_dead);
  return record;
}

async function rotateIn(tx: Tx, now: Date, presented: string): Promise<TokenRecord | undefined> {
  const hash = hashOfToken(presented);
  const session = await lockSessionOfRefresh(tx, hash);
  const token = session && !session.ended_at ? await findRefresh(tx, hash) : undefined;
  // A session older than the owner's staff role, or than the end of staff refreshes, is not prolonged.
  if (!session || !token || (await isStaffMember(tx, session.user_id))) return undefined;
  const next: Pair = {
    access: deriveToken(session.secret, 'access', presented),
    refresh: deriveToken(session.secret, 'refresh', presented),
  };
  const refreshKind = classifyRefresh(token, await findRefresh(tx, hashOfToken(next.refresh)), now);
  if (refreshKind === 'repeat') return recordOf(next);
  if (refreshKind === 'reused') await endReused(tx, now, session);
  if (refreshKind !== 'rotate') return undefined;
  await markRefreshUsed(tx, hash, now);
  return storePair(tx, now, session, next);
}

/** Ends the session after the use of a copied refresh token, because thief and owner look alike. */
async function endReused(tx: Tx, now: Date, session: SessionRow): Promise<void> {
  await endSession(tx, session.id, { ended_at: now, ended_reason: 'refresh_token_reused' });
  await writeAudit(tx, now, undefined, {
    action: 'session.reuse',
    subject: `user:${session.user_id}`,
    detail: { session_id: session.id },
  });
}

/** With `staffNeedFactor`, staff rights require a session begun with a second factor (H2). */
export type FactorPolicy = Pick<Config, 'staffNeedFactor'>;

/**
 * Finds the viewer of an access token; undefined if unknown, expired, or after the end of session or account.
 */
export async function authenticate(
  db: Db,
  now: Date,
  token: string,
  policy: FactorPolicy,
): Promise<Viewer | undefined> {
  const hash = hashOfToken(token);
  const found = await findAccess(db, hash);
  if (!found || !isAccessAlive(found.token, now)) return undefined;
  if (after(found.token.last_used_at, LAST_USE_STEP_MS) <= now) await touchAccess(db, hash, now);
  return viewerOf(found, policy);
}

type Found = { session: SessionRow; roles: string[] };

// Without the factor, a staff session has only a parent's rights everywhere.
function viewerOf({ session, roles }: Found, { staffNeedFactor }: FactorPolicy): Viewer {
  const lacks_factor = staffNeedFactor && session.factor === 'none' && isStaff(roles);
  const counted = lacks_factor ? roles.filter((key) => !isStaff([key])) : roles;
  return {
    user_id: session.user_id,
    roles: counted,
    rights: rightsOf(counted),
    lacks_factor,
    impersonator_id: session.impersonator_id,
    session_id: session.id,
  };
}

/**
 * Locks the session's account for a change of credentials or address. Every end of sessions takes the same
 * lock, so an earlier call never overwrites a later change.
 * @throws Refusal session_over if the session has ended meanwhile
 */
export async function lockOwnAccount(tx: Tx, { user_id, session_id }: Viewer): Promise<UserRow> {
  const user = await lockUser(tx, user_id);
  if (!user || !(await findLiveSession(tx, session_id))) throw new Refusal(accountRefusals.session_over);
  return user;
}

/** Keeps everybody signed in when the sandbox's clock is moved (K1). */
export async function carrySessions(tx: Tx, byMs: number): Promise<void> {
  await shiftSessions(tx, byMs);
}

export async function endOwnSession(
  tx: Tx,
  now: Date,
  { session_id }: Viewer,
  ended_reason: EndReason,
): Promise<void> {
  await endSession(tx, session_id, { ended_at: now, ended_reason });
}

export async function logOut(tx: Tx, now: Date, viewer: Viewer): Promise<void> {
  await endOwnSession(tx, now, viewer, 'logout');
  await writeAudit(tx, now, viewer, { action: 'session.end', subject: `user:${viewer.user_id}` });
}

export async function logOutEverywhere(
  db: Db,
  now: Date,
  user_id: number,
  ended_reason: EndReason,
): Promise<void> {
  await endSessionsOf(db, user_id, { ended_at: now, ended_reason });
}

export async function logOutElsewhere(tx: Tx, now: Date, viewer: Viewer): Promise<void> {
  await endSessionsBeside(
    tx,
    { user_id: viewer.user_id, session_id: viewer.session_id },
    { ended_at: now, ended_reason: 'password_changed' },
  );
}

/** A browser with the old password is like any other after a change. */
export async function forgetBrowsers(tx: Tx, user_id: number): Promise<void> {
  await deleteKnownBrowsersOf(tx, user_id);
}

/** @returns undefined for an ended session */
export async function findSessionViewer(
  db: Db,
  session_id: string,
  policy: FactorPolicy,
): Promise<Viewer | undefined> {
  const found = await findLiveSession(db, session_id);
  return found && viewerOf(found, policy);
}

/**
 * Deletes expired tokens, unconfirmed apps and old known browsers, and after ninety days the record of
 * sessions and networks (H11).
 */
export async function sweepTokens(db: Database, now: Date): Promise<void> {
  await deleteDeadTokens(db, { expiredBefore: now, idleBefore: after(now, -ACCESS_IDLE_MS) });
  await deleteUnconfirmedBefore(db, after(now, -ENROLMENT_LIFE_MS));
  await deleteKnownBrowsersBefore(db, after(now, -KNOWN_BROWSER_LIFE_MS));
  const keptFrom = after(now, -SESSION_RECORD_MS);
  await db.transaction((tx) => deleteSessionsBefore(tx, keptFrom));
  await forgetNetworks(db, keptFrom);
}
