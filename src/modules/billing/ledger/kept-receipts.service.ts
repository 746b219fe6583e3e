import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import { BEFORE_QUOTES, receiptDocument, type ReceiptFacts } from '#modules/documents/receipt.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { neverCrash, type CrashPoint } from '#platform/crash-points.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Database } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { findKept, sha256Of } from '#platform/files/kept-file.ts';
import type { PdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import type { FileRows } from '#platform/vault/sealed-files.ts';
import type { Vault } from '#platform/vault/vault.ts';
import {
  findKeptReceipt,
  holdOrderOfReceipt,
  insertKeptReceipt,
  lockNextReceipts,
} from './kept-receipts.queries.ts';
import { findInvoice } from './receipt-document.queries.ts';
import { receiptRecordOf, type FoundInvoice, type ReceiptRecord } from './receipt-document.service.ts';
import { receiptFileKey } from './receipt.states.ts';

export type ReceiptDeps = {
  db: Database;
  clock: Clock;
  vault: Vault;
  files: FileStore;
  pdfRenderer: PdfRenderer;
  crashPoint?: CrashPoint;
};

export type KeptReceipt = { content: Uint8Array; filename: string; user_id: number; order_id: number };

type KeptRow = Awaited<ReturnType<typeof findKeptReceipt>>;

const PDF = 'application/pdf';

/**
 * The first request prints the present content; later requests return the same bytes (decision 79).
 * @returns undefined if the invoice does not exist, the order was never confirmed, or the retention is over
 * Source: M9, M10, H17
 */
export async function openReceipt(deps: ReceiptDeps, invoice_id: number): Promise<KeptReceipt | undefined> {
  const found = await findInvoice(deps.db, { invoice_id });
  return found && receiptOfInvoice(deps, found);
}

/** Prints nothing. @returns undefined if the invoice is of another order */
export async function findInvoiceOfOrder(
  db: Database,
  { order_id, invoice_id }: { order_id: number; invoice_id: number },
): Promise<FoundInvoice | undefined> {
  const found = await findInvoice(db, { invoice_id });
  return found?.order_id === order_id ? found : undefined;
}

export async function receiptOfInvoice(
  deps: ReceiptDeps,
  found: FoundInvoice,
): Promise<KeptReceipt | undefined> {
  const record = receiptRecordOf(deps, found);
  const kept = record.is_kept ? await findKeptReceipt(deps.db, nameOf(record)) : undefined;
  const content = (await contentOf(deps.files, kept)) ?? (await printAndKeep(deps, record));
  const { order_id, invoice_id } = record.facts;
  return (
    content && {
      content,
      filename: m.document_receipt_file({ order_id, invoice_id }),
      user_id: record.user_id,
      order_id,
    }
  );
}

const nameOf = ({ facts: { invoice_id }, edition }: ReceiptRecord) => ({ invoice_id, edition });

const contentOf = async (files: FileStore, kept: KeptRow) => kept && findKept(files, kept);

/** In the layout of today; a lost receipt of before in its own layout. */
async function printed(pdfRenderer: PdfRenderer, facts: ReceiptFacts, lost: KeptRow): Promise<Uint8Array> {
  const content = await pdfRenderer.print(receiptDocument(facts));
  if (!lost || sha256Of(content).equals(lost.sha256)) return content;
  return pdfRenderer.print(receiptDocument(facts, BEFORE_QUOTES));
}

/**
 * Writes the file before the row, under the lock of the order: a parallel request waits and reads the kept
 * receipt. A crash between file and row leaves a file at the path of the next attempt.
 */
async function printAndKeep(deps: ReceiptDeps, record: ReceiptRecord): Promise<Uint8Array | undefined> {
  const { db, clock, files, pdfRenderer, crashPoint = neverCrash } = deps;
  const { facts, edition } = record;
  const { order_id, invoice_id } = facts;
  const lostBefore = record.is_kept ? await findKeptReceipt(db, nameOf(record)) : undefined;
  const content = await printed(pdfRenderer, facts, lostBefore);
  crashPoint('receipt printed');
  return db.transaction(async (tx) => {
    // The second query runs after the lock, and sees a receipt kept by then.
    const [isHeld, lost] = await atOnce([
      holdOrderOfReceipt(tx, order_id),
      findKeptReceipt(tx, nameOf(record)),
    ]);
    if (!isHeld) return undefined;
    const other = await contentOf(files, lost);
    if (other) return other;
    const sha256 = sha256Of(content);
    // A file lost by a backup is restored byte for byte, or not at all.
    invariant(
      !lost || lost.sha256.equals(sha256),
      `the lost receipt of invoice ${invoice_id} prints the same`,
    );
    const file_key = receiptFileKey(invoice_id, edition);
    await files.put(file_key, content, PDF);
    crashPoint('receipt written');
    const row = { invoice_id, order_id, edition, file_key, sha256, size_bytes: content.length };
    if (!lost) await insertKeptReceipt(tx, { ...row, printed_at: clock.now() });
    crashPoint('receipt about to commit');
    return content;
  });
}

export const receiptFiles: FileRows = { name: 'kept_receipts', lockNext: lockNextReceipts };
