import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { options, users } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { invoices, transactions } from '#db/tables/billing/ledger.ts';
import { divisions, programGroups } from '#db/tables/catalog/catalog.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import { alias } from 'drizzle-orm/pg-core';
import { pick } from '#kit/pick.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { isHeldUp } from '#modules/billing/methods/outstanding-payments.queries.ts';
import { lineText } from '#modules/billing/ledger/ledger.queries.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';

const receiptOf = prepared((db, { charge_attempt_id }: Slots<{ charge_attempt_id: number }>) =>
  db
    .select({
      attempt: {
        ...pick(chargeAttempts, ['state', 'principal_cents', 'surcharges']),
        descriptor: sql<string>`${chargeAttempts.params} ->> 'descriptor'`,
      },
      order_id: orders.id,
      reader: pick(users, ['email', 'first_name', 'email_verified_at', 'disabled_at']),
      method: { brand: paymentMethods.brand, last_4: paymentMethods.last_4 },
      invoice: { id: invoices.id, created_at: invoices.created_at },
      contract_number: contracts.contract_number,
      company: { name: divisions.company_name, phone: divisions.phone_main },
    })
    .from(chargeAttempts)
    .innerJoin(payments, eq(payments.id, chargeAttempts.payment_id))
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .innerJoin(paymentMethods, eq(paymentMethods.id, chargeAttempts.payment_method_id))
    .innerJoin(invoices, eq(invoices.charge_attempt_id, chargeAttempts.id))
    .innerJoin(programGroups, eq(programGroups.id, orders.program_group_id))
    .innerJoin(divisions, eq(divisions.id, programGroups.division_id))
    .leftJoin(contracts, eq(contracts.order_id, orders.id))
    .where(eq(chargeAttempts.id, charge_attempt_id)),
);

export async function findReceipt(db: Db, charge_attempt_id: number) {
  const [row] = await receiptOf(db, { charge_attempt_id });
  return row;
}

const whole = alias(payments, 'whole');
const surplus = alias(payments, 'surplus');

/** With the rest of a payment paid in part, and what came above all that was due (M8, M9, MC12). */
export async function findReceived(db: Db, invoice_id: number) {
  const [row] = await db
    .select({
      invoice: { id: invoices.id, created_at: invoices.created_at },
      line: { text: lineText, amount_cents: transactions.value_cents },
      paymentType: options.key,
      rest: pick(whole, ['payment_number', 'amount_cents', 'pay_on', 'status']),
      surplus_cents: surplus.amount_cents,
      order_id: orders.id,
      reader: pick(users, ['email', 'first_name', 'email_verified_at', 'disabled_at']),
      contract_number: contracts.contract_number,
      company: { name: divisions.company_name, phone: divisions.phone_main },
    })
    .from(invoices)
    .innerJoin(
      transactions,
      and(
        // No index starts with the invoice.
        eq(transactions.order_id, invoices.order_id),
        eq(transactions.user_accounting_invoice_id, invoices.id),
      ),
    )
    .innerJoin(options, eq(options.id, transactions.payment_type_id))
    .innerJoin(payments, eq(payments.id, transactions.payment_id))
    .leftJoin(whole, and(eq(whole.order_id, payments.order_id), eq(whole.payment_number, payments.part_of)))
    .leftJoin(
      surplus,
      and(
        eq(surplus.order_id, payments.order_id),
        eq(surplus.part_of, payments.payment_number),
        eq(surplus.check_payment_id, payments.check_payment_id),
        eq(surplus.is_surplus, true),
      ),
    )
    .innerJoin(orders, eq(orders.id, invoices.order_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .innerJoin(programGroups, eq(programGroups.id, orders.program_group_id))
    .innerJoin(divisions, eq(divisions.id, programGroups.division_id))
    .leftJoin(contracts, eq(contracts.order_id, orders.id))
    .where(eq(invoices.id, invoice_id))
    .orderBy(asc(transactions.id));
  return row;
}

type About = { payment_method_id: number; payment_id: number; today: PlainDate };

/** @returns undefined after the card was deleted, or the payment paid or waived */
export async function findExpiryNotice(db: Db, { payment_method_id, payment_id, today }: About) {
  const [row] = await db
    .select({
      reader: pick(users, ['email', 'first_name', 'email_verified_at', 'disabled_at']),
      method: pick(paymentMethods, ['brand', 'last_4', 'exp_month', 'exp_year']),
      payment: { pay_on: payments.pay_on, is_held_up: isHeldUp(today) },
      order: { id: orders.id, contract_number: contracts.contract_number },
      company: { name: divisions.company_name, phone: divisions.phone_main },
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .innerJoin(
      paymentMethods,
      and(eq(paymentMethods.id, payment_method_id), eq(paymentMethods.user_id, users.id)),
    )
    .innerJoin(programGroups, eq(programGroups.id, orders.program_group_id))
    .innerJoin(divisions, eq(divisions.id, programGroups.division_id))
    .leftJoin(contracts, eq(contracts.order_id, orders.id))
    .where(
      and(
        eq(payments.id, payment_id),
        isNull(payments.paid_at),
        ne(payments.status, 'cancelled'),
        eq(paymentMethods.is_active, true),
        inArray(orders.status, ['active', 'awaiting_aid']),
      ),
    );
  return row;
}
