import { m } from '#i18n/messages.js';
import { dayIn } from '#kit/plain-date.ts';
import { customerNumber } from '#modules/accounts/customer-number.ts';
import type { OpenedContract } from '#modules/documents/contract-snapshot.ts';
import { openContract } from '#modules/documents/opened-contract.service.ts';
import { placeOf } from '#modules/documents/letterhead.ts';
import { printedLines, printedName } from '#modules/documents/printed-words.ts';
import { receiptDocument, type ReceiptFacts } from '#modules/documents/receipt.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import type { PdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { PaymentTypeKey } from '#modules/billing/billing.contract.ts';
import { findInvoice, transactionsOfInvoice } from './receipt-document.queries.ts';
import { fullName } from '#kit/text/full-name.ts';

type Deps = { db: Db; clock: Clock; vault: Vault; pdfRenderer: PdfRenderer };

/** A receipt as a file, and whose it is. */
export type PrintedReceipt = { content: Uint8Array; filename: string; user_id: number; order_id: number };

/**
 * The receipt of one charge, printed from the books (M9, M10). It is made each time: the books never change,
 * but a bank can send a debit back, and its receipt then says so.
 * @returns undefined when there is no such invoice, or its order never came about
 */
export async function printReceipt(
  { db, clock, vault, pdfRenderer }: Deps,
  invoiceId: number,
): Promise<PrintedReceipt | undefined> {
  const found = await findInvoice(db, invoiceId);
  if (!found) return undefined;
  const invoice = { ...found, snapshot: openContract(vault, found) };
  const facts = receiptOf(invoice, await transactionsOfInvoice(db, invoiceId), (instant) =>
    dayIn(clock.time_zone, instant),
  );
  const { order_id, invoice_id } = facts;
  return {
    content: await pdfRenderer.print(receiptDocument(facts)),
    filename: m.document_receipt_file({ order_id, invoice_id }),
    user_id: invoice.user_id,
    order_id,
  };
}

type Invoice = Omit<NonNullable<Awaited<ReturnType<typeof findInvoice>>>, 'snapshot'> & {
  snapshot: OpenedContract;
};
type InvoiceTransaction = Awaited<ReturnType<typeof transactionsOfInvoice>>[number];
type DayOf = (instant: Date) => ReceiptFacts['charged_on'];

function receiptOf(
  { id, order_id, user_id, contract_number, created_at, snapshot, attemptState, isCheckout }: Invoice,
  lines: readonly InvoiceTransaction[],
  dayOf: DayOf,
): ReceiptFacts {
  const { parent, student, division: company, program_group: school } = snapshot;
  const taken = lines.filter(({ is_credit }) => !is_credit);
  const back = lines.find(({ is_credit, is_adjustment }) => is_credit && !is_adjustment);
  const [first] = taken;
  const customer = m.document_customer_unnamed({ number: customerNumber(user_id) });
  return {
    order_id,
    invoice_id: id,
    contract_number,
    company,
    school,
    bill_to: {
      name: printedName(fullName(parent), customer),
      place: printedLines(placeOf(student)),
      email: parent.email,
      customer_number: customerNumber(user_id),
    },
    student: printedName(fullName(student), m.document_student_unnamed()),
    charged_on: dayOf(created_at),
    paid_by: (first?.paymentType ?? 'paymentTypeNone') as PaymentTypeKey,
    method: first?.method ? `${first.method.brand} ****${first.method.last_4}` : null,
    addons: isCheckout ? snapshot.addons.map(({ text }) => text) : [],
    lines: taken.map(({ description, value_cents }) => ({ text: description, amount_cents: value_cents })),
    is_pending: attemptState === 'processing',
    returned_on: back && attemptState === 'returned' ? dayOf(back.created_at) : null,
  };
}
