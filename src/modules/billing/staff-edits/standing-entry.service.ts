import type { Db } from '#platform/db/database.ts';
import {
  findLastTaken,
  isJournaled,
  type LineText,
  type TransactionRow,
} from '#modules/billing/ledger/ledger.queries.ts';
import { isStillOwed } from '#modules/billing/payments/still-owed.queries.ts';
import type { StaffPaymentRow } from '#modules/billing/payments/staff-payments.queries.ts';
import { RECEIVED_BY, type ReceivedBy, type StaffPayment } from './payment-edit.contract.ts';

export type ReceivedEntry = { k: 'received'; by: ReceivedBy; line: TransactionRow; text: LineText };

export type StandingEntry = ReceivedEntry | { k: 'waived' };

/** What staff entered by hand and nobody has taken back (MC9). */
export async function standingEntry(db: Db, found: StaffPaymentRow): Promise<StandingEntry | undefined> {
  if (found.payment.status === 'paid') return standingReceipt(db, found);
  return (await isWaived(db, found)) ? { k: 'waived' } : undefined;
}

async function standingReceipt(db: Db, { payment }: StaffPaymentRow): Promise<StandingEntry | undefined> {
  const last = await findLastTaken(db, payment);
  const by = RECEIVED_BY.find((key) => key === last?.paymentType);
  if (!last || !by) return undefined;
  const { line, text } = last;
  const { description } = line;
  return {
    k: 'received',
    by,
    line,
    text: text === description ? { description } : { description, in_words: text },
  };
}

/** Nothing changes a waived payment, so the waiver made its last version. */
async function isWaived(db: Db, { order, payment }: StaffPaymentRow): Promise<boolean> {
  if (payment.status !== 'cancelled' || !(await isStillOwed(db, { order, payment }))) return false;
  return isJournaled(db, { kind: 'adjustment', ref: `payment-${payment.id}-${payment.version}` });
}

const NAMES = { paymentTypeCheck: 'check', paymentTypeCash: 'cash' } as const;

export async function reversibleEntry(db: Db, found: StaffPaymentRow): Promise<StaffPayment['reversible']> {
  const entry = await standingEntry(db, found);
  if (!entry) return null;
  return entry.k === 'waived' ? 'waiver' : NAMES[entry.by];
}
