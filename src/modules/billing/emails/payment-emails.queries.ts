import { eq, sql } from 'drizzle-orm';
import { users } from '#db/tables/accounts.ts';
import { paymentMethods, payments } from '#db/tables/billing.ts';
import { divisions, programGroups } from '#db/tables/catalog.ts';
import { contracts, orders } from '#db/tables/orders.ts';
import type { Db } from '#platform/db/database.ts';

const signed = (field: string) => sql<string | null>`${contracts.snapshot} #>> ${`{student,${field}}`}`;

/**
 * All that a notice about one payment says, and whom it may go to; undefined when there is no such payment.
 */
export async function findNotice(db: Db, payment_id: number) {
  const [row] = await db
    .select({
      payment: {
        number: payments.paymentNumber,
        congestionFeeId: payments.congestionFeeId,
        amountCents: payments.amountCents,
        payOn: payments.payOn,
        status: payments.status,
      },
      order: { id: orders.id, status: orders.status },
      contractNumber: contracts.contractNumber,
      student: sql<string | null>`${contracts.snapshot} #>> '{student,first_name}'`,
      guardians: { first: signed('guardian_1_email'), second: signed('guardian_2_email') },
      reader: { email: users.email, firstName: users.firstName, disabledAt: users.disabledAt },
      company: { name: divisions.companyName, phone: divisions.phoneMain },
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(programGroups, eq(programGroups.id, orders.programGroupId))
    .innerJoin(divisions, eq(divisions.id, programGroups.divisionId))
    .leftJoin(contracts, eq(contracts.orderId, orders.id))
    .where(eq(payments.id, payment_id));
  return row;
}

export type Notice = NonNullable<Awaited<ReturnType<typeof findNotice>>>;

export async function methodNames(db: Db, method_id: number) {
  const { brand, last4, expMonth, expYear } = paymentMethods;
  const [row] = await db
    .select({ brand, last4, expMonth, expYear })
    .from(paymentMethods)
    .where(eq(paymentMethods.id, method_id));
  return row;
}
