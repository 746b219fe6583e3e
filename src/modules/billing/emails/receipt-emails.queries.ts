import { asc, eq } from 'drizzle-orm';
import { options, users } from '#db/tables/accounts.ts';
import { chargeAttempts, paymentMethods, payments } from '#db/tables/billing.ts';
import { invoices, transactions } from '#db/tables/ledger.ts';
import { divisions, programGroups } from '#db/tables/catalog.ts';
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

/** Whom the receipt of a payment that came as a check or in cash goes to, and what it says (M8, M9). */
export async function findReceived(db: Db, invoice_id: number) {
  const [row] = await db
    .select({
      invoice: { id: invoices.id, createdAt: invoices.createdAt },
      line: { text: transactions.description, amountCents: transactions.valueCents },
      paymentType: options.key,
      orderId: orders.id,
      reader: { email: users.email, firstName: users.firstName, disabledAt: users.disabledAt },
      contractNumber: contracts.contractNumber,
      company: { name: divisions.companyName, phone: divisions.phoneMain },
    })
    .from(invoices)
    .innerJoin(transactions, eq(transactions.userAccountingInvoiceId, invoices.id))
    .innerJoin(options, eq(options.id, transactions.paymentTypeId))
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(programGroups, eq(programGroups.id, orders.programGroupId))
    .innerJoin(divisions, eq(divisions.id, programGroups.divisionId))
    .leftJoin(contracts, eq(contracts.orderId, orders.id))
    .where(eq(invoices.id, invoice_id))
    .orderBy(asc(transactions.id));
  return row;
}
