import { eq } from 'drizzle-orm';
import { users } from '#db/tables/accounts.ts';
import { chargeAttempts, invoices, paymentMethods, payments } from '#db/tables/billing.ts';
import { divisions, programGroups } from '#db/tables/catalogue.ts';
import { contracts, orders } from '#db/tables/orders.ts';
import type { Db } from '#platform/db/database.ts';

/** All that the receipt of one charge says; undefined when there was none. */
export async function findReceipt(db: Db, charge_attempt_id: number) {
  const [row] = await db
    .select({
      attempt: chargeAttempts,
      orderId: orders.id,
      reader: { email: users.email, firstName: users.firstName, disabledAt: users.disabledAt },
      method: { brand: paymentMethods.brand, last4: paymentMethods.last4 },
      invoice: { id: invoices.id, createdAt: invoices.createdAt },
      contractNumber: contracts.contractNumber,
      company: { name: divisions.companyName, phone: divisions.phoneMain },
    })
    .from(chargeAttempts)
    .innerJoin(payments, eq(payments.id, chargeAttempts.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, chargeAttempts.paymentMethodId))
    .innerJoin(invoices, eq(invoices.chargeAttemptId, chargeAttempts.id))
    .innerJoin(programGroups, eq(programGroups.id, orders.programGroupId))
    .innerJoin(divisions, eq(divisions.id, programGroups.divisionId))
    .leftJoin(contracts, eq(contracts.orderId, orders.id))
    .where(eq(chargeAttempts.id, charge_attempt_id));
  return row;
}
