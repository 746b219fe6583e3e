import { and, eq, inArray } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { addons, paymentTerms, routes } from '#db/tables/catalog/routes.ts';
import { periodPrograms, periods, programGrades, programs } from '#db/tables/catalog/catalog.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { students } from '#db/tables/students.ts';
import type { Db } from '#platform/db/database.ts';
import type { DemoOrder } from './orders.ts';

/** A demo order's names as ids. */
export type DemoIds = {
  user_id: number;
  student_id: number;
  program_id: number;
  program_group_id: number;
  route_id: number;
  payment_term_id: number;
  grade_id: number;
  addon_ids: number[];
};

/** Looks up what a demo order names; undefined when the season or the people were changed since. */
export async function findDemoIds(db: Db, order: DemoOrder): Promise<DemoIds | undefined> {
  const [child] = await db
    .select({ user_id: users.id, student_id: students.id })
    .from(students)
    .innerJoin(users, eq(users.id, students.user_id))
    .where(and(eq(users.email, order.parent), eq(students.first_name, order.student)));
  const sold = await findSold(db, order);
  if (!child || !sold) return undefined;
  const isBought = and(eq(addons.route_id, sold.route_id), inArray(addons.name, [...(order.addons ?? [])]));
  const bought = await db.select({ id: addons.id }).from(addons).where(isBought);
  return { ...child, ...sold, addon_ids: bought.map(({ id }) => id) };
}

async function findSold(db: Db, order: DemoOrder) {
  const [sold] = await db
    .select({
      program_id: programs.id,
      program_group_id: programs.program_group_id,
      route_id: routes.id,
      payment_term_id: paymentTerms.id,
      grade_id: programGrades.id,
    })
    .from(routes)
    .innerJoin(periodPrograms, eq(periodPrograms.id, routes.period_program_id))
    .innerJoin(periods, eq(periods.id, periodPrograms.period_id))
    .innerJoin(programs, eq(programs.id, periodPrograms.program_id))
    .innerJoin(
      paymentTerms,
      and(eq(paymentTerms.route_id, routes.id), eq(paymentTerms.identifier, order.term)),
    )
    .innerJoin(
      programGrades,
      and(eq(programGrades.program_id, programs.id), eq(programGrades.text, order.grade)),
    )
    .where(
      and(eq(periods.name, order.period), eq(programs.name, order.program), eq(routes.name, order.route)),
    );
  return sold;
}

export async function isPlaced(db: Db, { key }: DemoOrder): Promise<boolean> {
  return (await db.$count(orders, eq(orders.client_key, key))) > 0;
}
