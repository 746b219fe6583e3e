import { and, eq, isNull } from 'drizzle-orm';
import { users } from '#db/tables/accounts.ts';
import { paymentMethods, payments } from '#db/tables/billing.ts';
import { divisions, programGroups } from '#db/tables/catalog.ts';
import { contracts, orders } from '#db/tables/orders.ts';
import type { Db } from '#platform/db/database.ts';

type About = { payment_method_id: number; payment_id: number };

/** What the notice of an expiring card says; undefined once the card is deleted or the payment made. */
export async function findExpiryNotice(db: Db, { payment_method_id, payment_id }: About) {
  const [row] = await db
    .select({
      reader: { email: users.email, firstName: users.firstName, disabledAt: users.disabledAt },
      method: {
        brand: paymentMethods.brand,
        last4: paymentMethods.last4,
        expMonth: paymentMethods.expMonth,
        expYear: paymentMethods.expYear,
      },
      payment: { payOn: payments.payOn },
      order: { id: orders.id, contractNumber: contracts.contractNumber },
      company: { name: divisions.companyName, phone: divisions.phoneMain },
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(
      paymentMethods,
      and(eq(paymentMethods.id, payment_method_id), eq(paymentMethods.userId, users.id)),
    )
    .innerJoin(programGroups, eq(programGroups.id, orders.programGroupId))
    .innerJoin(divisions, eq(divisions.id, programGroups.divisionId))
    .leftJoin(contracts, eq(contracts.orderId, orders.id))
    .where(
      and(
        eq(payments.id, payment_id),
        isNull(payments.paidAt),
        eq(paymentMethods.isActive, true),
        eq(orders.status, 'active'),
      ),
    );
  return row;
}
