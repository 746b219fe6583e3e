import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { registerFamily, asPerson, logInAs, send, type Person } from '#tests/support/app/people.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';
import { MINUTE_MS, HOUR_MS } from '#kit/durations.ts';
import { deleteSessionsOf } from './sessions.queries.ts';

const { context, app } = await openTestApp();
let person: Person;

beforeEach(async () => {
  context.clock.advanceDays(1);
  person = await registerFamily(app);
});

const refresh = (token: string) =>
  send(app, { method: 'POST', url: '/refresh-token', payload: { refresh_token: token } });
const isSignedIn = async (who: Person = person) => (await who.call('GET', '/user')).status === 200;
const endedReasons = async () => {
  const { rows } = await context.db.execute<{ ended_reason: string }>(
    sql`select ended_reason from sessions s join users u on u.id = s.user_id where u.email = ${person.email}`,
  );
  return rows.map((row) => row.ended_reason);
};

describe('an access token', () => {
  it('dies two hours after its last use', async () => {
    context.clock.advanceMs(2 * HOUR_MS - 1);
    expect(await isSignedIn()).toBe(true);
    context.clock.advanceMs(2 * HOUR_MS - 1);
    expect(await isSignedIn()).toBe(true);
    context.clock.advanceMs(2 * HOUR_MS);
    expect(await isSignedIn()).toBe(false);
  });

  it('lives two days at most, however busy', async () => {
    for (let hour = 0; hour < 47; hour += 1) {
      context.clock.advanceMs(HOUR_MS);
      expect(await isSignedIn()).toBe(true);
    }
    context.clock.advanceMs(HOUR_MS);
    expect(await isSignedIn()).toBe(false);
  });

  it('has its use written down at most once a minute', async () => {
    const writes = async () => {
      const { rows } = await context.db.execute<{ at: Date }>(
        sql`select max(last_used_at)::text as at from access_tokens`,
      );
      return String(rows[0]!.at);
    };
    const first = await writes();
    context.clock.advanceMs(59_000);
    await isSignedIn();
    expect(await writes()).toBe(first);
    context.clock.advanceMs(1_000);
    await isSignedIn();
    expect(await writes()).not.toBe(first);
  });

  /** @shows A-316 */
  it('is none when it is a refresh token, a guess or nothing', async () => {
    for (const token of [person.tokens.refresh_token, 'guess', '', "' or 1=1 --"]) {
      const answer = await send(app, { url: '/user', headers: { authorization: `Bearer ${token}` } });
      expect([answer.status, answer.errors]).toEqual([401, ['Unauthenticated.']]);
    }
  });
});

describe('a refresh token', () => {
  /** @shows A-315 */
  it('brings a new pair, once', async () => {
    const {
      items: [next],
    } = await refresh(person.tokens.refresh_token);
    expect(next.expires_in).toBe(7200);
    expect(next.access_token).not.toBe(person.tokens.access_token);
    expect(next.refresh_token).not.toBe(person.tokens.refresh_token);
    expect(await isSignedIn(asPerson(app, person, next))).toBe(true);
    expect((await refresh(next.refresh_token)).status).toBe(200);
  });

  it('gives two tabs that race the same pair', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(person.tokens.refresh_token)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.items))).size).toBe(1);
    context.clock.advanceMs(30_000);
    expect((await refresh(person.tokens.refresh_token)).items).toEqual(answers[0]!.items);
  });

  it('ends the session when it comes back later than that', async () => {
    const {
      items: [next],
    } = await refresh(person.tokens.refresh_token);
    context.clock.advanceMs(30_001);
    const reused = await refresh(person.tokens.refresh_token);
    expect([reused.status, reused.errors]).toEqual([401, ['Your session has ended. Please log in again.']]);
    expect(await isSignedIn(asPerson(app, person, next))).toBe(false);
    expect((await refresh(next.refresh_token)).status).toBe(401);
    expect(await endedReasons()).toEqual(['refresh_token_reused']);
    const { rows } = await context.db.execute(
      sql`select action, actor_id from audit_log order by id desc limit 1`,
    );
    expect(rows).toEqual([{ action: 'session.reuse', actor_id: null }]);
  });

  it('ends the session when it is older than the one before', async () => {
    const {
      items: [second],
    } = await refresh(person.tokens.refresh_token);
    const {
      items: [third],
    } = await refresh(second.refresh_token);
    expect((await refresh(person.tokens.refresh_token)).status).toBe(401);
    expect(await isSignedIn(asPerson(app, person, third))).toBe(false);
  });

  it('leaves the other sessions of the family alone', async () => {
    const phone = await logInAs(app, person);
    await refresh(person.tokens.refresh_token);
    context.clock.advanceMs(MINUTE_MS);
    await refresh(person.tokens.refresh_token);
    expect([await isSignedIn(), await isSignedIn(phone)]).toEqual([false, true]);
  });

  it('keeps a session for fourteen days from its login and no longer', async () => {
    let token = person.tokens.refresh_token;
    for (let days = 0; days < 13; days += 1) {
      context.clock.advanceMs(24 * HOUR_MS);
      token = (await refresh(token)).items[0].refresh_token;
    }
    context.clock.advanceMs(24 * HOUR_MS - 1);
    const {
      items: [last],
    } = await refresh(token);
    expect(await isSignedIn(asPerson(app, person, last))).toBe(true);
    context.clock.advanceMs(1);
    expect(await isSignedIn(asPerson(app, person, last))).toBe(false);
    expect((await refresh(last.refresh_token)).status).toBe(401);
  });

  it('is no access token and no guess', async () => {
    expect((await refresh(person.tokens.access_token)).status).toBe(401);
    expect((await refresh('guess')).status).toBe(401);
    expect(await isSignedIn()).toBe(true);
  });
});

describe('logging out', () => {
  it('kills every token of the session at once, and only of that session', async () => {
    const phone = await logInAs(app, person);
    const {
      items: [next],
    } = await refresh(person.tokens.refresh_token);
    expect((await person.call('POST', '/logout')).status).toBe(200);
    expect([
      await isSignedIn(),
      await isSignedIn(asPerson(app, person, next)),
      await isSignedIn(phone),
    ]).toEqual([false, false, true]);
    expect((await refresh(next.refresh_token)).status).toBe(401);
    expect((await person.call('POST', '/logout')).status).toBe(401);
  });
});

describe('the nightly sweep', () => {
  const count = async () =>
    (
      await context.database.pool.query(
        'select (select count(*) from access_tokens) + (select count(*) from refresh_tokens) as n',
      )
    ).rows[0].n;

  it('throws away dead tokens and nothing that lives', async () => {
    const phone = await logInAs(app, person);
    context.clock.advanceMs(HOUR_MS);
    expect(await isSignedIn(phone)).toBe(true);
    context.clock.advanceMs(HOUR_MS);
    await drainJobs(context, ['sessions.sweep']);
    expect([await isSignedIn(), await isSignedIn(phone)]).toEqual([false, true]);
    expect((await refresh(person.tokens.refresh_token)).status).toBe(200);
    context.clock.advanceDays(15);
    await drainJobs(context, ['sessions.sweep']);
    expect(await count()).toBe(0);
  });
});

describe('an account that is deleted while the clock of the sandbox moves', () => {
  it('waits for the move, and neither waits for the other', async () => {
    const { pool } = context.database;
    const { rows } = await pool.query('select id from users where email = $1', [person.email]);
    const user_id = Number(rows[0].id);
    const mover = await pool.connect();
    await mover.query('begin');
    await mover.query('lock table sessions in exclusive mode');
    const erased = context.db.transaction((tx) => deleteSessionsOf(tx, user_id));
    const waits = `select count(*)::int as n from pg_locks where not granted`;
    await vi.waitUntil(async () => (await mover.query(waits)).rows[0].n > 0);
    const tokens = 'update access_tokens set last_used_at = last_used_at where session_id in';
    await mover.query(`${tokens} (select id from sessions where user_id = $1)`, [user_id]);
    await mover.query('commit');
    mover.release();
    await erased;
    expect(await isSignedIn()).toBe(false);
  });
});
