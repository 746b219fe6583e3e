import { eq, sql } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { payments } from '#db/tables/billing/billing.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { divisions, programGroups } from '#db/tables/catalog/catalog.ts';
import { contracts, LIVE_ORDERS, orders } from '#db/tables/orders/orders.ts';
import { pick } from '#kit/pick.ts';
import type { Db } from '#platform/db/database.ts';

const signed = (field: string) => sql<string | null>`${contracts.snapshot} #>> ${`{student,${field}}`}`;

export async function findNotice(db: Db, payment_id: number) {
  const [row] = await db
    .select({
      payment: payments,
      order: pick(orders, ['id', 'status', 'is_on_paper']),
      contract_number: contracts.contract_number,
      student: sql<string | null>`${contracts.snapshot} #>> '{student,first_name}'`,
      guardians: { first: signed('guardian_1_email'), second: signed('guardian_2_email') },
      reader: pick(users, ['email', 'first_name', 'email_verified_at', 'disabled_at']),
      company: { name: divisions.company_name, phone: divisions.phone_main },
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .innerJoin(programGroups, eq(programGroups.id, orders.program_group_id))
    .innerJoin(divisions, eq(divisions.id, programGroups.division_id))
    .leftJoin(contracts, eq(contracts.order_id, orders.id))
    .where(eq(payments.id, payment_id));
  return row;
}

export type Notice = NonNullable<Awaited<ReturnType<typeof findNotice>>>;

/** Ended orders are not charged; an order waiting for aid will be (A6, M11). */
export const isLive = ({ order }: Pick<Notice, 'order'>): boolean =>
  LIVE_ORDERS.some((live) => live === order.status);

export async function methodNames(db: Db, method_id: number) {
  const { brand, last_4, exp_month, exp_year } = paymentMethods;
  const [row] = await db
    .select({ brand, last_4, exp_month, exp_year })
    .from(paymentMethods)
    .where(eq(paymentMethods.id, method_id));
  return row;
}
