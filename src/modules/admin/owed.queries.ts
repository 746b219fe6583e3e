import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { users } from '#db/tables/accounts.ts';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { programGroups } from '#db/tables/catalog.ts';
import { contracts, orders } from '#db/tables/orders.ts';
import { students } from '#db/tables/students.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { STUCK, UNANSWERED } from '#modules/billing/payment.states.ts';
import type { Db } from '#platform/db/database.ts';

/**
 * What failed, or should have come in before today; also of an order that has ended, where a bank sent a
 * debit back since (M6, M11).
 */
const isOwed = (today: PlainDate) =>
  and(
    isNull(payments.paid_at),
    inArray(orders.status, ['active', 'cancelled']),
    or(
      inArray(payments.status, [...STUCK]),
      and(inArray(payments.status, [...UNANSWERED]), lt(payments.pay_on, today)),
    ),
  );

/** The last try of each payment. */
const lastAttemptOf = sql<{ state: string; code: string | null } | null>`(
  select json_build_object('state', ${chargeAttempts.state}, 'code', ${chargeAttempts.code})
  from ${chargeAttempts}
  where ${chargeAttempts.payment_id} = ${payments.id} order by ${chargeAttempts.attempt_no} desc limit 1)`;

export async function listOwedRows(db: Db, today: PlainDate) {
  return db
    .select({
      payment: {
        id: payments.id,
        number: payments.payment_number,
        amount_cents: payments.amount_cents,
        pay_on: payments.pay_on,
        status: payments.status,
        next_try_on: payments.next_try_on,
      },
      lastAttemptOf,
      order: { id: orders.id, status: orders.status },
      contract_number: contracts.contract_number,
      school: { path: programGroups.path, text: programGroups.text },
      parent: { id: users.id, first_name: users.first_name, last_name: users.last_name },
      student: {
        id: students.id,
        guardian_1_first_name: students.guardian_1_first_name,
        guardian_1_last_name: students.guardian_1_last_name,
        guardian_1_phone_mobile: students.guardian_1_phone_mobile,
        guardian_1_email: students.guardian_1_email,
        guardian_2_first_name: students.guardian_2_first_name,
        guardian_2_last_name: students.guardian_2_last_name,
        guardian_2_phone_mobile: students.guardian_2_phone_mobile,
        guardian_2_email: students.guardian_2_email,
      },
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .innerJoin(students, eq(students.id, orders.student_id))
    .innerJoin(programGroups, eq(programGroups.id, orders.program_group_id))
    .leftJoin(contracts, eq(contracts.order_id, orders.id))
    .where(isOwed(today))
    .orderBy(asc(payments.pay_on), asc(payments.id));
}

export type OwedRecord = Awaited<ReturnType<typeof listOwedRows>>[number];
