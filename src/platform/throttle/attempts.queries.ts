import { and, eq, lt, sql, type SQL } from 'drizzle-orm';
import { attemptCounters } from '#db/tables/platform.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import { UNFLUSHED } from '#platform/db/unflushed.ts';
import type { Counter, ThrottleRule } from './throttle-rule.ts';

type Key = { scope: string; subject: string };

const isAt = ({ scope, subject }: Key | Slots<Key>) =>
  and(eq(attemptCounters.scope, scope), eq(attemptCounters.subject, subject));

const counterAt = prepared((db, key: Slots<Key>) => db.select().from(attemptCounters).where(isAt(key)));

export async function findCounter(db: Db, key: Key): Promise<Counter | undefined> {
  const [counter] = await counterAt(db, key);
  return counter;
}

function lockedUntil(
  { attempts, windowMs, lock }: ThrottleRule,
  { start, count, now }: Record<'start' | 'count' | 'now', SQL>,
): SQL {
  const after = (from: SQL, ms: SQL) => sql`${from} + ${ms} * interval '1 millisecond'`;
  const beyond = sql`(${count} - ${attempts}::int)`;
  const until =
    lock.kind === 'rest_of_window'
      ? after(start, sql`${windowMs}::float8`)
      : lock.kind === 'fixed'
        ? after(now, sql`${lock.ms}::float8`)
        : after(now, sql`least(${lock.maxMs}::float8, ${lock.firstMs}::float8 * 2 ^ least(${beyond}, 40))`);
  return sql`case when ${beyond} >= 0 then ${until} end`;
}

type Try = { subject: string; at: string };

/** After a fixed lock the count starts again; a doubling lock keeps the count until the window ends. */
function countedAgain({ windowMs, lock }: ThrottleRule, now: SQL): Record<'start' | 'count', SQL> {
  const { window_started_at, count, locked_until } = attemptCounters;
  const isOver = sql`(${now} - ${window_started_at} >= ${windowMs}::float8 * interval '1 millisecond'
      or ${lock.kind === 'fixed'}::boolean and ${locked_until} <= ${now})`;
  return {
    start: sql`case when ${isOver} then ${now} else ${window_started_at} end`,
    count: sql`case when ${isOver} then 1 else ${count} + 1 end`,
  };
}

const countingUnder = (rule: ThrottleRule) =>
  prepared((db, { subject, at }: Slots<Try>) => {
    const now = sql`${at}::timestamptz`;
    const { count, locked_until } = attemptCounters;
    const again = countedAgain(rule, now);
    return db
      .insert(attemptCounters)
      .values({
        scope: rule.scope,
        subject,
        window_started_at: now,
        count: 1,
        locked_until: lockedUntil(rule, { start: now, count: sql`1`, now }),
      })
      .onConflictDoUpdate({
        target: [attemptCounters.scope, attemptCounters.subject],
        set: {
          window_started_at: again.start,
          count: again.count,
          locked_until: lockedUntil(rule, { ...again, now }),
        },
        setWhere: sql`${locked_until} is null or ${locked_until} <= ${now}`,
      })
      .returning({ count, unflushed: UNFLUSHED });
  });

const counting = new WeakMap<ThrottleRule, ReturnType<typeof countingUnder>>();

/** Concurrent attempts wait for each other. @returns the number of the attempt; undefined while locked */
export async function countAttempt(
  db: Db,
  rule: ThrottleRule,
  subject: string,
  at: Date,
): Promise<number | undefined> {
  const statement = counting.get(rule) ?? countingUnder(rule);
  counting.set(rule, statement);
  const [counted] = await statement(db, { subject, at: at.toISOString() });
  return counted?.count;
}

const uncounting = prepared((db, { scope, subject, attempts }: Slots<Key & { attempts: number }>) => {
  const { count, locked_until } = attemptCounters;
  return db
    .update(attemptCounters)
    .set({
      count: sql`greatest(${count} - 1, 0)`,
      locked_until: sql`case when ${count} - 1 >= ${attempts}::int then ${locked_until} end`,
    })
    .where(isAt({ scope, subject }));
});

export async function uncountAttempt(
  db: Db,
  { scope, attempts }: ThrottleRule,
  subject: string,
): Promise<void> {
  await uncounting(db, { scope, subject, attempts });
}

export async function deleteCounter(db: Db, key: Key): Promise<void> {
  await db.delete(attemptCounters).where(isAt(key));
}

export async function deleteCountersBefore(db: Db, before: Date): Promise<void> {
  await db.delete(attemptCounters).where(lt(attemptCounters.window_started_at, before));
}
