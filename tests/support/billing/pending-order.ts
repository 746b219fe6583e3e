import { asSealed } from '#tests/support/forms/as-sealed.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import {
  divisions,
  periodPrograms,
  periods,
  products,
  programGroups,
  programs,
} from '#db/tables/catalog/catalog.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { students } from '#db/tables/students.ts';
import { plainDate } from '#kit/plain-date.ts';
import { refreshPastDue } from '#modules/orders/orders.queries.ts';
import type { Db, Tx } from '#platform/db/database.ts';

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
      first_name: 'Ada',
      last_name: 'Test',
      email: `${tag}@example.com`,
      password_hash: '-',
      created_at: AT,
    })
    .returning();
  const school = await aSchool(db, tag);
  const [route] = await db
    .insert(routes)
    .values({
      period_program_id: school.period_program_id,
      name: tag,
      capacity,
      has_pickup_location: false,
      has_surge_pricing: false,
    })
    .returning();
  const [student] = await db
    .insert(students)
    .values({
      user_id: user!.id,
      first_name: 'Bo',
      last_name: 'Test',
      sex: 'm',
      date_of_birth: asSealed('2018-01-02'),
      phone_home: asSealed('212-555-0100'),
      address: asSealed('1 Pier'),
      city: asSealed('New York'),
      state: asSealed('NY'),
      zip: asSealed('10001'),
      created_at: AT,
      guardian_1_first_name: 'Ada',
      guardian_1_last_name: 'Test',
      guardian_1_phone_mobile: asSealed('212-555-0100'),
      guardian_1_email: `${tag}@example.com`,
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
      user_id: theirs.user_id,
      student_id: theirs.student_id,
      route_id: theirs.route_id,
      period_id: theirs.period_id,
      program_group_id: theirs.program_group_id,
      product_id: product!.id,
      status: 'pending_payment',
      client_key: tag,
      request_hash: tag,
      price_snapshot: {},
      created_at: AT,
    })
    .returning();
  return { ...theirs, order_id: order!.id };
}

async function aSchool(db: Db, tag: string) {
  const [division] = await db
    .insert(divisions)
    .values({
      key: tag,
      company_name: 'Harborline',
      address_1: '1 Pier',
      city: 'New York',
      state: 'NY',
      zip: '10001',
      phone_main: '212-555-0100',
    })
    .returning();
  const [period] = await db
    .insert(periods)
    .values({
      name: tag,
      text: '2026-2027',
      starts_on: plainDate('2026-07-01'),
      ends_on: plainDate('2027-06-30'),
      published_at: new Date('2026-03-01T08:00:00Z'),
    })
    .returning();
  const [group] = await db
    .insert(programGroups)
    .values({ division_id: division!.id, path: tag, text: 'Hill Middle', is_active: true })
    .returning();
  const [program] = await db
    .insert(programs)
    .values({ program_group_id: group!.id, name: tag, text: 'Lower' })
    .returning();
  const [periodProgram] = await db
    .insert(periodPrograms)
    .values({
      period_id: period!.id,
      program_id: program!.id,
      is_active: true,
      is_photo_required: false,
      allow_student_exit_bus_alone: true,
      has_pickup_location: false,
      accept_financial_aid: true,
    })
    .returning();
  return {
    period_id: period!.id,
    program_group_id: group!.id,
    program_id: program!.id,
    period_program_id: periodProgram!.id,
  };
}

/** What orders does when billing tells it of payments, in its smallest form: status, seat and past due. */
export const plainListener = {
  async onFirstCollected(tx: Tx, { id }: { id: number }): Promise<void> {
    await tx.execute(sql`update orders set status = 'active' where id = ${id}`);
  },
  async onFirstRefused(tx: Db, order_id: number): Promise<void> {
    await tx.execute(sql`update orders set status = 'payment_failed' where id = ${order_id}`);
    await tx.execute(
      sql`update routes set seats_taken = seats_taken - 1
        where id = (select route_id from orders where id = ${order_id})`,
    );
  },
  onPaymentsChanged: refreshPastDue,
};
