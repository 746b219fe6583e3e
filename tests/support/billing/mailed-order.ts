import { sql } from 'drizzle-orm';
import { billingEmails } from '#modules/billing/emails/billing-emails.service.ts';
import { readConfig } from '#platform/config/config.ts';
import type { Db } from '#platform/db/database.ts';
import { openPdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import { memoryFiles } from '#tests/support/fakes/memory-files.ts';
import { anActiveOrder, aSignedContract, type ActiveOrder } from './active-order.ts';
import { anAttemptRow } from './payment-rows.ts';
import type { TestBilling } from './test-billing.ts';

/** A portal at https://bus.example. */
export const MAIL_CONFIG = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://bus.example', DEMO: '1' });

export const GUARDIANS = { first: 'first@example.com', second: 'second@example.com' };

/** `email` is the address of whoever signed. */
export type MailedOrder = ActiveOrder & { contract_number: string; email: string };

/** An active order of a child Bo, signed by Ada, with the addresses of two guardians. */
export async function aMailedOrder(t: Pick<TestBilling, 'billing' | 'clock'>): Promise<MailedOrder> {
  const order = await anActiveOrder(t);
  const { db } = t.billing;
  const contract_number = await aSignedContract(db, order, GUARDIANS);
  const { rows } = await db.execute<{ email: string }>(
    sql`select email from users where id = ${order.user_id}`,
  );
  return { ...order, contract_number, email: rows[0]!.email };
}

/** The address of whoever signed is verified, or is no longer. */
export async function verifyEmailOf(
  db: Db,
  { user_id }: { user_id: number },
  isVerified = true,
): Promise<void> {
  await db.execute(sql`update users set email_verified_at = ${isVerified ? sql`now()` : sql`null`}
    where id = ${user_id}`);
}

export async function closeAccountOf(db: Db, { user_id }: { user_id: number }): Promise<void> {
  await db.execute(sql`update users set disabled_at = now() where id = ${user_id}`);
}

/** The writers of receipts and notices of cards, with PDFs and files as in the portal. */
export const billingEmailsOf = ({ billing: { db, vault }, clock }: Pick<TestBilling, 'billing' | 'clock'>) =>
  billingEmails({
    db,
    vault,
    clock,
    config: MAIL_CONFIG,
    files: memoryFiles(),
    pdfRenderer: openPdfRenderer(),
  });

export async function setPaymentStatus(db: Db, payment_id: number, status: string): Promise<void> {
  await db.execute(sql`update payments set status = ${status} where id = ${payment_id}`);
}

/** The card of payment 2 has refused it for now, and the payment is tried again on a day. */
export async function failPayment(
  db: Db,
  { later_id, order_id, method }: ActiveOrder,
  { next_try_on }: { next_try_on: string },
): Promise<void> {
  const declined = { state: 'declined', code: 'insufficient_funds', next: 'later' } as const;
  await anAttemptRow(db, { id: later_id, order_id }, { method, ...declined });
  await db.execute(sql`update payments set status = 'failed', next_try_on = ${next_try_on}
    where id = ${later_id}`);
}
