import { randomUUID } from 'node:crypto';
import { accessTokens, sessions, users } from '#db/tables/accounts.ts';
import { students } from '#db/tables/students.ts';
import { plainDate } from '#kit/plain-date.ts';
import { ACCESS_LIFE_MS, after } from '#modules/accounts/sessions/session-life.ts';
import type { Database } from '#platform/db/database.ts';
import { hashOfToken, newId, newSecret, newToken } from '#platform/tokens/tokens.ts';

/** A family that is signed in and has one child: all that a checkout needs. */
export type PreparedFamily = { user_id: number; student_id: number; token: string };

const BATCH = 500;

/**
 * Writes families straight into the tables, signed in. Registering them over HTTP would meet the limit of
 * 60 an hour an address, and it is not what is looked at here. Nobody can log in as them: their password
 * hash is none.
 */
export async function prepareFamilies(db: Database, count: number): Promise<PreparedFamily[]> {
  const families: PreparedFamily[] = [];
  while (families.length < count)
    families.push(...(await prepareBatch(db, Math.min(BATCH, count - families.length))));
  return families;
}

async function prepareBatch(db: Database, count: number): Promise<PreparedFamily[]> {
  const now = new Date();
  return db.transaction(async (tx) => {
    const rows = Array.from({ length: count }, () => userRow(now));
    const made = await tx.insert(users).values(rows).returning({ id: users.id, email: users.email });
    const signedIn = made.map(({ id, email }) => ({ id, email, sessionId: newId(), token: newToken() }));
    await tx.insert(sessions).values(
      signedIn.map(({ id, sessionId }) => ({
        id: sessionId,
        userId: id,
        secret: newSecret(),
        createdAt: now,
      })),
    );
    await tx.insert(accessTokens).values(
      signedIn.map(({ sessionId, token }) => ({
        hash: hashOfToken(token),
        sessionId,
        createdAt: now,
        lastUsedAt: now,
        expiresAt: after(now, ACCESS_LIFE_MS),
      })),
    );
    const children = await tx
      .insert(students)
      .values(made.map((user) => studentRow(user, now)))
      .returning({ id: students.id, userId: students.userId });
    const childOf = new Map(children.map((child) => [child.userId, child.id]));
    return signedIn.map(({ id, token }) => ({ user_id: id, student_id: childOf.get(id)!, token }));
  });
}

const userRow = (now: Date) => ({
  firstName: 'Adaeze',
  lastName: 'Prepared',
  email: `${randomUUID()}@prepared.example`,
  passwordHash: 'none',
  emailVerifiedAt: now,
  acknowledgedAt: now,
  createdAt: now,
});

const studentRow = ({ id, email }: { id: number; email: string }, now: Date) => ({
  userId: id,
  firstName: 'Chidi',
  lastName: 'Prepared',
  sex: 'm' as const,
  dateOfBirth: plainDate('2018-09-14'),
  phoneHome: '914-555-0101',
  address: '12 Elm Street',
  city: 'Yonkers',
  state: 'NY',
  zip: '10701',
  guardian1FirstName: 'Adaeze',
  guardian1LastName: 'Prepared',
  guardian1PhoneMobile: '914-555-0102',
  guardian1Email: email,
  createdAt: now,
});
