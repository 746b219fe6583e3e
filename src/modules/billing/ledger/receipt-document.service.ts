import { m } from '#i18n/messages.js';
import { dayIn } from '#kit/plain-date.ts';
import { isStoppedDebit } from '#modules/billing/payments/attempt-transitions.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import { customerNumber } from '#modules/accounts/customer-number.ts';
import type { OpenedContract } from '#modules/documents/contract-snapshot.ts';
import { openContract } from '#modules/documents/opened-contract.service.ts';
import { placeOf } from '#modules/documents/letterhead.ts';
import { printedLines, printedName } from '#modules/documents/printed-words.ts';
import type { ReceiptFacts } from '#modules/documents/receipt.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { PAYMENT_MISTAKE, type PaymentTypeKey } from '#modules/billing/billing.contract.ts';
import type { findInvoice } from './receipt-document.queries.ts';
import type { ReceiptEdition } from './receipt.states.ts';
import { fullName } from '#kit/text/full-name.ts';

type Deps = { clock: Clock; vault: Vault };

export type ReceiptRecord = {
  facts: ReceiptFacts;
  edition: ReceiptEdition;
  is_kept: boolean;
  user_id: number;
};

/** M9, M10 */
export function receiptRecordOf({ clock, vault }: Deps, found: FoundInvoice): ReceiptRecord {
  const invoice = { ...found, snapshot: openContract(vault, found) };
  const facts = receiptOf(invoice, (instant) => dayIn(clock.time_zone, instant));
  const edition = editionOf(facts);
  return { facts, edition, is_kept: found.kept_editions.includes(edition), user_id: invoice.user_id };
}

const editionOf = ({ is_pending, returned_on, is_stopped, is_mistake }: ReceiptFacts): ReceiptEdition => {
  if (is_mistake) return 'reversed';
  if (returned_on) return is_stopped ? 'stopped' : 'returned';
  return is_pending ? 'on_its_way' : 'paid';
};

export type FoundInvoice = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;
type Invoice = Omit<FoundInvoice, 'snapshot'> & {
  snapshot: OpenedContract;
};
type DayOf = (instant: Date) => ReceiptFacts['charged_on'];

function billTo(user_id: number, { parent, student }: OpenedContract): ReceiptFacts['bill_to'] {
  const customer_number = customerNumber(user_id);
  return {
    name: printedName(fullName(parent), m.document_customer_unnamed({ number: customer_number })),
    place: printedLines(placeOf(student)),
    email: parent.email,
    customer_number,
  };
}

/** The add-ons of the contract are paid by its first charge; later receipts name none. */
export const addonsPaidBy = ({
  isCheckout,
  snapshot,
}: {
  isCheckout: boolean;
  snapshot: Pick<OpenedContract, 'addons'>;
}): string[] => (isCheckout ? snapshot.addons.map(({ text }) => text) : []);

function receiptOf(
  { id, order_id, user_id, contract_number, created_at, ended_at, snapshot, attemptState, ...rest }: Invoice,
  dayOf: DayOf,
): ReceiptFacts {
  const { isCheckout, lines, attemptCode, is_owed_by_nobody } = rest;
  const { student, division: company, program_group: school } = snapshot;
  const taken = lines.filter(({ is_credit }) => !is_credit);
  const back = lines.find(({ is_credit, is_adjustment }) => is_credit && !is_adjustment);
  const [first] = taken;
  return {
    order_id,
    invoice_id: id,
    contract_number,
    company,
    school,
    bill_to: billTo(user_id, snapshot),
    student: printedName(fullName(student), m.document_student_unnamed()),
    charged_on: dayOf(created_at),
    paid_by: (first?.paymentType ?? 'paymentTypeNone') as PaymentTypeKey,
    method: first?.method ? nameOfMethod(first.method) : null,
    addons: addonsPaidBy({ isCheckout, snapshot }),
    lines: taken.map(({ description, value_cents }) => ({ text: description, amount_cents: value_cents })),
    is_pending: attemptState === 'processing',
    // Without an attempt, staff took back what they had entered by hand (MC9).
    returned_on:
      back && (attemptState === 'returned' || attemptState === null) ? dayOf(back.created_at) : null,
    is_mistake: back?.description_detail === PAYMENT_MISTAKE,
    is_stopped: isStoppedDebit({ state: attemptState, code: attemptCode }),
    // What has ended asks for nothing (MC4).
    is_due_again: !ended_at || !back || back.created_at < ended_at,
    is_owed_by_nobody,
  };
}
