import { asSealed } from '#tests/support/forms/as-sealed.ts';
import { sql } from 'drizzle-orm';
import {
  accessTokens,
  mailedTokens,
  refreshTokens,
  sessions,
  userRoles,
  users,
} from '#db/tables/accounts/accounts.ts';
import { addresses, students } from '#db/tables/students.ts';
import { addDays, plainDate } from '#kit/plain-date.ts';
import type { StaffRole } from '#modules/accounts/rights.ts';
import { secrets } from '#modules/accounts/factors/encrypted-secrets.service.ts';
import { drawAuthenticatorId, insertAuthenticator } from '#modules/accounts/factors/factors.queries.ts';
import {
  ACCESS_LIFE_MS,
  after,
  RESET_LINK_LIFE_MS,
  SESSION_LIFE_MS,
} from '#modules/accounts/sessions/session-life.ts';
import { hashPassword } from '#platform/passwords/passwords.ts';
import { hashOfToken, newId, newSecret, newToken } from '#platform/tokens/tokens.ts';
import { asPerson, type Person } from '#tests/support/app/people.ts';
import { codeOf } from '#tests/support/app/second-factor.ts';
import {
  aCard,
  aContract,
  anOffer,
  checkOut,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';

/** A signed-in account with the ids of what it owns. */
export type Player = Person & { user_id: number };

/** A family with a student, an address, and on demand everything else that an id can name. */
export type PlayerFamily = Player & {
  student_id: number;
  address_id: number;
  /** buys once, however often it is asked */
  order(): Promise<any>;
  /** another child each time, without a contract */
  aStudent(): Promise<number>;
  /** the id of another session each time */
  aSession(): Promise<string>;
  /** an authenticator app each time that waits for its first code */
  anApp(): Promise<{ id: number; code: string }>;
  /** the token of a mail that this family got */
  mailedToken(purpose: 'verify-email' | 'reset-password'): Promise<string>;
};

export type Players = Awaited<ReturnType<typeof createPlayers>>;

const PASSWORD = 'a long enough one';

/** Texts that are in every family's rows: none of them may be in an answer to someone else. */
export const markerOf = (family: { email: string }) => family.email.split('@')[0]!;

/**
 * The people of the tests that go over every endpoint. They are written straight into the tables: many
 * are needed, and signing up is looked at elsewhere.
 */
export async function createPlayers(shop: SeasonApp) {
  const { context, app } = shop;
  const password_hash = await hashPassword(PASSWORD);
  const offer = await anOffer(app, 'hm', 'hm-lower', 'Round trip');
  const full = await anOffer(app, 'hm', 'hm-lower', 'Morning only');
  await context.db.execute(sql`update routes set capacity = 0 where id = ${full.route_id}`);

  // Families may ask for what only an open school year gives.
  await context.db.execute(
    sql`update periods set refund_open = true, refund_cutoff = null, reassign_open = true,
      reassign_cutoff = null, reassign_to = 'Seaway Coaches'`,
  );
  await context.db.execute(sql`update company set refund_periods = array(select name from periods)`);

  async function aPlayer(role?: StaffRole): Promise<Player> {
    const email = `canary-${newId()}@cast.example`;
    const now = context.clock.now();
    const row = {
      first_name: markerOf({ email }),
      last_name: 'Cast',
      email,
      password_hash,
      acknowledged_at: now,
      created_at: now,
    };
    const [made] = await context.db.insert(users).values(row).returning({ id: users.id });
    if (role) {
      const { rows } = await context.db.execute<{ id: string }>(
        sql`select id from options where key = ${role}`,
      );
      await context.db.insert(userRoles).values({ user_id: made!.id, role_type_id: Number(rows[0]!.id) });
    }
    return { ...asPerson(app, { email, password: PASSWORD }, await signIn(made!.id)), user_id: made!.id };
  }

  async function signIn(user_id: number, impersonator_id: number | null = null) {
    const now = context.clock.now();
    const [session_id, access, refresh] = [newId(), newToken(), newToken()];
    await context.db
      .insert(sessions)
      .values({ id: session_id, user_id, impersonator_id, secret: newSecret(), created_at: now });
    const stamp = { session_id, created_at: now };
    await context.db.insert(accessTokens).values({
      ...stamp,
      hash: hashOfToken(access),
      last_used_at: now,
      expires_at: after(now, ACCESS_LIFE_MS),
    });
    await context.db
      .insert(refreshTokens)
      .values({ ...stamp, hash: hashOfToken(refresh), expires_at: after(now, SESSION_LIFE_MS) });
    return { access_token: access, refresh_token: refresh, expires_in: 7200, session_id };
  }

  async function aCastFamily(): Promise<PlayerFamily> {
    const player = await aPlayer();
    const studentOf = async () => {
      const [made] = await context.db
        .insert(students)
        .values(studentRow(player, context.clock.now()))
        .returning({ id: students.id });
      return made!.id;
    };
    const [address] = await context.db
      .insert(addresses)
      .values(addressRow(player, context.clock.now()))
      .returning({ id: addresses.id });
    const family = { ...player, student_id: await studentOf(), address_id: address!.id };
    return {
      ...family,
      order: once(() => buy(shop, offer, family)),
      aStudent: studentOf,
      aSession: async () => (await signIn(player.user_id)).session_id,
      anApp: () => anApp(shop, player.user_id),
      mailedToken: (purpose) => aMailedToken(shop, player.user_id, purpose),
    };
  }

  async function aColleagueWithApp(): Promise<number> {
    const { user_id } = await aPlayer('userRoleAdmin');
    const { id } = await anApp(shop, user_id);
    await context.db.execute(sql`update authenticators set confirmed_at = created_at where id = ${id}`);
    return user_id;
  }

  // Made-up ids are often 1: a call that ends the sessions of an account must not end those of the caller.
  await aPlayer();
  const staff = await aPlayer('userRoleSuperAdmin');
  return {
    shop,
    offer,
    /** a route without a seat */
    fullRouteId: full.route_id,
    staff,
    aPlayer,
    /** the id of a member of staff whose login has a second step */
    aColleagueWithApp,
    aFamily: aCastFamily,
    /** the staff member, impersonating a family's parent */
    impersonate: async (family: PlayerFamily): Promise<Person> =>
      asPerson(app, family, await signIn(family.user_id, staff.user_id)),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

async function buy({ app }: SeasonApp, offer: Offer, family: Player & { student_id: number }): Promise<any> {
  const answer = await checkOut(app, family, {
    contract: aContract(family, offer, 'HML-RT-S2'),
    payment: aCard(),
  });
  if (answer.status !== 200) throw new Error(`the order was refused: ${answer.errors.join()}`);
  return answer.items[0];
}

async function aMailedToken(
  { context }: SeasonApp,
  user_id: number,
  purpose: 'verify-email' | 'reset-password',
): Promise<string> {
  const token = newToken();
  const created_at = context.clock.now();
  await context.db.insert(mailedTokens).values({
    hash: hashOfToken(token),
    user_id,
    purpose,
    created_at,
    expires_at: after(created_at, RESET_LINK_LIFE_MS),
  });
  return token;
}

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

async function anApp({ context }: SeasonApp, user_id: number): Promise<{ id: number; code: string }> {
  const { vault, clock } = context;
  return context.db.transaction(async (tx) => {
    const id = await drawAuthenticatorId(tx);
    const sealed = secrets.seal(vault, id, { secret: SECRET });
    const row = { id, user_id, kind: 'totp', label: 'Phone', ...sealed, created_at: clock.now() } as const;
    await insertAuthenticator(tx, row);
    return { id, code: codeOf(SECRET, clock.realNow()) };
  });
}

const addressRow = ({ user_id, email }: Player, created_at: Date) => ({
  user_id,
  address: asSealed(`12 ${markerOf({ email })} Street`),
  city: asSealed('Yonkers'),
  state: asSealed('NY'),
  zip: asSealed('10701'),
  created_at,
});

// Each student is another child (MC10).
let born = 0;

const studentRow = ({ user_id, email }: Player, created_at: Date) => ({
  user_id,
  first_name: markerOf({ email }),
  last_name: 'Cast',
  sex: 'm' as const,
  date_of_birth: asSealed(addDays(plainDate('2010-01-01'), (born += 1) % 3000)),
  phone_home: asSealed('914-555-0101'),
  address: asSealed(`12 ${markerOf({ email })} Street`),
  city: asSealed('Yonkers'),
  state: asSealed('NY'),
  zip: asSealed('10701'),
  guardian_1_first_name: 'Adaeze',
  guardian_1_last_name: 'Cast',
  guardian_1_phone_mobile: asSealed('914-555-0102'),
  guardian_1_email: email,
  created_at,
});
