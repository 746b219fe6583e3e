import { m } from '#i18n/messages.js';
import { dayIn } from '#kit/plain-date.ts';
import { customerNumber } from '#modules/accounts/customer-number.ts';
import type { OpenedContract } from '#modules/documents/contract-snapshot.ts';
import { openContract } from '#modules/documents/opened-contract.service.ts';
import { placeOf } from '#modules/documents/letterhead.ts';
import { printedLines, printedName } from '#modules/documents/printed-words.ts';
import type { ReceiptFacts } from '#modules/documents/receipt.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { PaymentTypeKey } from '#modules/billing/billing.contract.ts';
import { findInvoice } from './receipt-document.queries.ts';
import type { ReceiptEdition } from './receipt.states.ts';
import { fullName } from '#kit/text/full-name.ts';

type Deps = { db: Db; clock: Clock; vault: Vault };

/** What a receipt says, in which edition, and whose it is. */
export type ReceiptRecord = {
  facts: ReceiptFacts;
  edition: ReceiptEdition;
  user_id: number;
};

/**
 * The receipt of one charge from the books (M9, M10), as it reads now.
 * @returns undefined when there is no such invoice, its order never came about, or its years are over
 */
export async function findReceiptRecord(
  { db, clock, vault }: Deps,
  invoiceId: number,
): Promise<ReceiptRecord | undefined> {
  const found = await findInvoice(db, invoiceId);
  if (!found) return undefined;
  const invoice = { ...found, snapshot: openContract(vault, found) };
  const facts = receiptOf(invoice, (instant) => dayIn(clock.time_zone, instant));
  return { facts, edition: editionOf(facts), user_id: invoice.user_id };
}

const editionOf = ({ is_pending, returned_on }: ReceiptFacts): ReceiptEdition => {
  if (returned_on) return 'returned';
  return is_pending ? 'on_its_way' : 'paid';
};

type Invoice = Omit<NonNullable<Awaited<ReturnType<typeof findInvoice>>>, 'snapshot'> & {
  snapshot: OpenedContract;
};
type DayOf = (instant: Date) => ReceiptFacts['charged_on'];

function receiptOf(
  { id, order_id, user_id, contract_number, created_at, snapshot, attemptState, isCheckout, lines }: Invoice,
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
