import type { AppContext } from '#server/app-context.ts';
import { anotherChild, theSameChild } from '#tests/support/database/another-child.ts';
import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { aColleague } from '#tests/support/database/a-colleague.ts';
import { openAsPortal, runBeside } from '#tests/support/database/clone-database.ts';
import { importDemoSeason } from '#tests/support/season/demo-season.ts';
import { contextOn } from '#tests/support/app/context-on-database.ts';
import { prepareFamilies } from '#tests/support/portal/prepared-families.ts';

/**
 * Days on which a simulated season begins: one goes over the autumn night of the clocks, one over 29 February
 * and the spring one.
 */
export const FIRST_DAYS = ['2026-08-20', '2027-12-22'] as const;

export const PASSWORD = 'a long enough one';
const FAMILIES = 6;

/**
 * Databases to copy, one for each first day: the demo season on sale, and families with two children each.
 */
export async function createFixtures(
  templateUrl: string,
): Promise<{ urls: string[]; strike(): Promise<void> }> {
  const urls: string[] = [];
  for (const firstDay of FIRST_DAYS) urls.push(await prepareFixture(templateUrl, firstDay));
  const strike = async () => {
    for (const url of urls)
      await runBeside(templateUrl, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
  };
  return { urls, strike };
}

async function prepareFixture(templateUrl: string, firstDay: string): Promise<string> {
  const name = `stage_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(templateUrl);
  await runBeside(
    templateUrl,
    `create database ${name} template ${url.pathname.slice(1)} strategy file_copy`,
  );
  url.pathname = `/${name}`;
  const opened = openAsPortal(url.href);
  const context = await contextOn(
    { ...opened, drop: opened.close, onServer: async () => undefined },
    { clock: testClock(`${firstDay}T14:00:00Z`) },
  );
  await importDemoSeason(context);
  await makeCarefulCodes(context.db);
  // What goes back with declined aid above this is a second person's to approve (H4).
  await context.db.execute(sql`update company set second_person_above_cents = 20000`);
  await settleIn(context);
  await context.close();
  return url.href;
}

/** Beside each code without an award one whose orders wait until the office has confirmed the aid (A6). */
async function makeCarefulCodes(db: Database): Promise<void> {
  await db.execute(
    sql`insert into financial_aid_codes (period_program_id, code, needs_confirmation)
      select distinct period_program_id, 'CAREFUL', true from financial_aid_codes
      where awarded_amount_cents is null and expires_on is null`,
  );
}

/**
 * The families move in; whoever pays by bank proves to be the payer, so their password is real, and cheap to
 * check.
 */
async function settleIn({ db, clock, vault }: AppContext): Promise<void> {
  const families = await prepareFamilies({ db, vault }, FAMILIES);
  const password_hash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  await db.execute(
    sql`update users set password_hash = ${password_hash}, email = 'family' || id || '@prepared.example',
      created_at = ${clock.now()}`,
  );
  await db.execute(
    sql`update students set guardian_1_email = 'family' || user_id || '@prepared.example',
      guardian_2_email = 'second' || user_id || '@prepared.example', created_at = ${clock.now()}`,
  );
  for (const { student_id } of families)
    await anotherChild({ db, vault }, student_id, { first_name: 'Dayo' });
  await makeSecondRecords({ db, vault }, families);
  await db.execute(
    sql`insert into student_images (student_id, path, created_at) select id, 'photo-' || id, created_at
      from students`,
  );
  await aColleague(db);
}

/**
 * More than one record of one child (MC10): three accounts have their child twice, two accounts name each
 * other, and the last names the first, which does not name the last.
 */
async function makeSecondRecords(
  deps: Pick<AppContext, 'db' | 'vault'>,
  families: readonly { user_id: number; student_id: number }[],
): Promise<void> {
  const [first, second, mother, father, fifth, last] = families;
  for (const { student_id } of [first!, second!, fifth!]) await theSameChild(deps, student_id);
  const emailOf = ({ user_id }: { user_id: number }) => `family${user_id}@prepared.example`;
  await deps.db.execute(sql`update students set guardian_2_email = ${emailOf(father!)}
    where id = ${mother!.student_id}`);
  await theSameChild(deps, mother!.student_id, {
    user_id: father!.user_id,
    guardian_2_email: emailOf(mother!),
  });
  await theSameChild(deps, first!.student_id, { user_id: last!.user_id });
}

/** A term on sale, with the ids that a body of POST /order is made of. */
export type Offer = {
  program_id: number;
  program_group_id: number;
  route_id: number;
  grade_id: number | null;
  payment_term_id: number;
  discount_id: number | null;
  /** codes without an award, of which one makes an order wait for the office */
  aid_codes: string[];
};
export type SimFamily = { user_id: number; email: string; children: number[] };
/** @property staff_id  who is no family and decides about the money of all (H4) */
export type Fixtures = { offers: Offer[]; families: SimFamily[]; staff_id: number };

/** One of the two families that name no other family: whoever names another decides nothing of it (MH4). */
export function strangerTo([, second, , , fifth]: readonly SimFamily[], user_id: number): number {
  return second!.user_id === user_id ? fifth!.user_id : second!.user_id;
}

// Four, three and two payments, one, and nothing to pay; T7 offers each of them on the first days.
const TERMS = ['RCL-S4', 'EC-S3', 'HML-RT-S2', 'EC-LB', 'EC-SH'];

export async function readFixtures(db: Database): Promise<Fixtures> {
  const offers = await db.execute<Offer>(sql`
    select p.id as program_id, p.program_group_id, r.id as route_id, t.id as payment_term_id,
    (select min(g.id) from program_grades g where g.program_id = p.id) as grade_id,
      (select min(d.id) from route_discounts d
        where d.route_id = r.id and d.is_sibling_discount) as discount_id,
      array(select c.code from financial_aid_codes c
        where c.period_program_id = pp.id and c.expires_on is null and c.awarded_amount_cents is null
        order by c.code) as aid_codes
    from payment_terms t join routes r on r.id = t.route_id
    join period_programs pp on pp.id = r.period_program_id join programs p on p.id = pp.program_id
    where t.identifier in (${sql.join(
      TERMS.map((term) => sql`${term}`),
      sql`, `,
    )}) order by t.number_payments desc, t.deposit_cents desc`);
  const families = await db.execute<SimFamily>(sql`
    select u.id as user_id, u.email, jsonb_agg(s.id order by s.id) as children from users u
    join students s on s.user_id = u.id group by u.id order by u.id`);
  const staff = await db.execute<{ id: number }>(
    sql`select id from users where id not in (select user_id from students)`,
  );
  return { offers: offers.rows, families: families.rows, staff_id: staff.rows[0]!.id };
}
