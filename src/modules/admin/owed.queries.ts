import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { users } from '#db/tables/accounts.ts';
import { chargeAttempts, payments } from '#db/tables/billing.ts';
import { programGroups } from '#db/tables/catalog.ts';
import { contracts, orders } from '#db/tables/orders.ts';
import { students } from '#db/tables/students.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Db } from '#platform/db/database.ts';

const FAILED = ['failed', 'returned', 'needs_method'] as const;

/**
 * What failed, or should have come in before today; also of an order that has ended, where a bank sent a
 * debit back since (M6, M11).
 */
const isOwed = (today: PlainDate) =>
  and(
    isNull(payments.paidAt),
    inArray(orders.status, ['active', 'cancelled']),
    or(
      inArray(payments.status, [...FAILED]),
      and(inArray(payments.status, ['scheduled', 'in_flight']), lt(payments.payOn, today)),
    ),
  );

/** The last try of each payment. */
const lastAttemptOf = sql<{ state: string; code: string | null } | null>`(
  select json_build_object('state', ${chargeAttempts.state}, 'code', ${chargeAttempts.code}) from ${chargeAttempts}
  where ${chargeAttempts.paymentId} = ${payments.id} order by ${chargeAttempts.attemptNo} desc limit 1)`;

export async function listOwedRows(db: Db, today: PlainDate) {
  return db
    .select({
      payment: {
        id: payments.id,
        number: payments.paymentNumber,
        amountCents: payments.amountCents,
        payOn: payments.payOn,
        status: payments.status,
        nextTryOn: payments.nextTryOn,
      },
      lastAttemptOf,
      order: { id: orders.id, status: orders.status },
      contractNumber: contracts.contractNumber,
      school: { path: programGroups.path, text: programGroups.text },
      parent: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      student: {
        guardian1FirstName: students.guardian1FirstName,
        guardian1LastName: students.guardian1LastName,
        guardian1Phone: students.guardian1PhoneMobile,
        guardian1Email: students.guardian1Email,
        guardian2FirstName: students.guardian2FirstName,
        guardian2LastName: students.guardian2LastName,
        guardian2Phone: students.guardian2PhoneMobile,
        guardian2Email: students.guardian2Email,
      },
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(students, eq(students.id, orders.studentId))
    .innerJoin(programGroups, eq(programGroups.id, orders.programGroupId))
    .leftJoin(contracts, eq(contracts.orderId, orders.id))
    .where(isOwed(today))
    .orderBy(asc(payments.payOn), asc(payments.id));
}

export type OwedRecord = Awaited<ReturnType<typeof listOwedRows>>[number];
