import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { users } from '#db/tables/accounts.ts';
import { divisions, periodPrograms, periods, products, programGroups, programs } from '#db/tables/catalog.ts';
import { routes } from '#db/tables/routes.ts';
import { orders } from '#db/tables/orders.ts';
import { students } from '#db/tables/students.ts';
import { plainDate } from '#kit/plain-date.ts';
import type { Db } from '#platform/db/database.ts';

export type Family = {
  user_id: number;
  student_id: number;
  period_id: number;
  program_group_id: number;
  program_id: number;
  route_id: number;
};
export type PendingOrder = Family & { order_id: number };

const AT = new Date('2026-04-10T14:00:00Z');

/** A parent with a child, and a school with one route; all of their own. */
export async function aFamily(db: Db, capacity: number | null = null): Promise<Family> {
  const tag = randomUUID();
  const [user] = await db
    .insert(users)
    .values({
      firstName: 'Ada',
      lastName: 'Test',
      email: `${tag}@example.com`,
      passwordHash: '-',
      createdAt: AT,
    })
    .returning();
  const school = await aSchool(db, tag);
  const [route] = await db
    .insert(routes)
    .values({
      periodProgramId: school.period_program_id,
      name: tag,
      capacity,
      hasPickupLocation: false,
      hasSurgePricing: false,
    })
    .returning();
  const [student] = await db
    .insert(students)
    .values({
      userId: user!.id,
      firstName: 'Bo',
      lastName: 'Test',
      sex: 'm',
      dateOfBirth: plainDate('2018-01-02'),
      phoneHome: '212-555-0100',
      address: '1 Pier',
      city: 'New York',
      state: 'NY',
      zip: '10001',
      createdAt: AT,
      guardian1FirstName: 'Ada',
      guardian1LastName: 'Test',
      guardian1PhoneMobile: '212-555-0100',
      guardian1Email: `${tag}@example.com`,
    })
    .returning();
  const { period_id, program_group_id, program_id } = school;
  return {
    user_id: user!.id,
    student_id: student!.id,
    period_id,
    program_group_id,
    program_id,
    route_id: route!.id,
  };
}

/**
 * An order that waits for its first charge, with its seat taken. For tests of billing, which asks nothing
 * else of an order.
 */
export async function aPendingOrder(db: Db, family?: Family): Promise<PendingOrder> {
  const theirs = family ?? (await aFamily(db));
  const tag = randomUUID();
  const [product] = await db.select({ id: products.id }).from(products);
  await db.execute(sql`update routes set seats_taken = seats_taken + 1 where id = ${theirs.route_id}`);
  const [order] = await db
    .insert(orders)
    .values({
      userId: theirs.user_id,
      studentId: theirs.student_id,
      routeId: theirs.route_id,
      periodId: theirs.period_id,
      programGroupId: theirs.program_group_id,
      productId: product!.id,
      status: 'pending_payment',
      clientKey: tag,
      requestHash: tag,
      priceSnapshot: {},
      createdAt: AT,
    })
    .returning();
  return { ...theirs, order_id: order!.id };
}

async function aSchool(db: Db, tag: string) {
  const [division] = await db
    .insert(divisions)
    .values({
      key: tag,
      companyName: 'Harborline',
      address1: '1 Pier',
      city: 'New York',
      state: 'NY',
      zip: '10001',
      phoneMain: '212-555-0100',
    })
    .returning();
  const [period] = await db
    .insert(periods)
    .values({
      name: tag,
      text: '2026-2027',
      startsOn: plainDate('2026-07-01'),
      endsOn: plainDate('2027-06-30'),
    })
    .returning();
  const [group] = await db
    .insert(programGroups)
    .values({ divisionId: division!.id, path: tag, text: 'Hill Middle', isActive: true })
    .returning();
  const [program] = await db
    .insert(programs)
    .values({ programGroupId: group!.id, name: tag, text: 'Lower' })
    .returning();
  const [periodProgram] = await db
    .insert(periodPrograms)
    .values({
      periodId: period!.id,
      programId: program!.id,
      isActive: true,
      isPhotoRequired: false,
      allowStudentExitBusAlone: true,
      hasPickupLocation: false,
      acceptFinancialAid: true,
    })
    .returning();
  return {
    period_id: period!.id,
    program_group_id: group!.id,
    program_id: program!.id,
    period_program_id: periodProgram!.id,
  };
}

/**
 * What orders does with the result of a first charge, in its smallest form: the order's status and its seat.
 */
export const plainListener = {
  async onCollected(tx: Db, order_id: number): Promise<void> {
    await tx.execute(sql`update orders set status = 'active' where id = ${order_id}`);
  },
  async onRefused(tx: Db, order_id: number): Promise<void> {
    await tx.execute(sql`update orders set status = 'payment_failed' where id = ${order_id}`);
    await tx.execute(
      sql`update routes set seats_taken = seats_taken - 1 where id = (select route_id from orders where id = ${order_id})`,
    );
  },
};
