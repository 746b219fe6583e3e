import { and, asc, eq } from 'drizzle-orm';
import { options } from '#db/tables/accounts.ts';
import { chargeAttempts, paymentMethods } from '#db/tables/billing.ts';
import { invoices, transactions } from '#db/tables/ledger.ts';
import { contracts, orders } from '#db/tables/orders.ts';
import type { Company } from '#modules/documents/letterhead.ts';
import type { Db } from '#platform/db/database.ts';

type Person = { first_name: string; last_name: string };

/** What a receipt reads of a contract as it was signed (O8). */
export type SignedNames = {
  parent: Person & { email: string };
  student: Person & { address: string; apt: string | null; city: string; state: string; zip: string };
  program_group: { path: string; text: string };
  division: Company;
};

/** An invoice with its order; undefined when it is not of an order that came about. */
export async function findInvoice(db: Db, invoiceId: number) {
  const [row] = await db
    .select({
      id: invoices.id,
      createdAt: invoices.createdAt,
      orderId: orders.id,
      userId: orders.userId,
      activatedAt: orders.activatedAt,
      contractNumber: contracts.contractNumber,
      snapshot: contracts.snapshot,
      attemptState: chargeAttempts.state,
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(contracts, eq(contracts.orderId, orders.id))
    .leftJoin(chargeAttempts, eq(chargeAttempts.id, invoices.chargeAttemptId))
    .where(eq(invoices.id, invoiceId));
  return row && { ...row, snapshot: row.snapshot as SignedNames };
}

/** The lines that an invoice has had, those of a return included, in the order in which they were written. */
export async function transactionsOfInvoice(db: Db, invoiceId: number) {
  return db
    .select({
      text: transactions.description,
      valueCents: transactions.valueCents,
      isCredit: transactions.isCredit,
      isAdjustment: transactions.isAdjustment,
      createdAt: transactions.createdAt,
      paymentType: options.key,
      method: { name: paymentMethods.name, last4: paymentMethods.last4 },
    })
    .from(transactions)
    .innerJoin(options, eq(options.id, transactions.paymentTypeId))
    .leftJoin(paymentMethods, eq(paymentMethods.id, transactions.paymentMethodId))
    .where(and(eq(transactions.userAccountingInvoiceId, invoiceId), eq(transactions.isSuccess, true)))
    .orderBy(asc(transactions.id));
}
