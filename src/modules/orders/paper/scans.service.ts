import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#kit/durations.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import type { ScanType } from '#modules/orders/scan.states.ts';
import {
  deleteScansBefore,
  insertScan,
  lockNextScans,
  lockWaitingScan,
  type ScanRow,
} from '#modules/orders/scans.queries.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { giveUpFiles } from '#platform/files/file-deletions.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { sha256Of } from '#platform/files/kept-file.ts';
import { kindOfImage, repaintPhoto } from '#platform/images/photo.ts';
import { countPages, readForeignPdf } from '#platform/pdf/foreign-pdf.ts';
import type { FileRows } from '#platform/vault/sealed-files.ts';
import type { Scan } from './paper.contract.ts';
import {
  dayOfSignature,
  ENDINGS,
  SCAN_BYTES_MAX,
  SCAN_KEPT_DAYS,
  SCAN_PAGES_MAX,
  SIGNED_DAYS_MAX,
} from './scan-rules.ts';

type Deps = { db: Database; files: FileStore; clock: Pick<Clock, 'now'> };

type Upload = { k: 'file'; bytes: Uint8Array } | { k: 'too_large' } | { k: 'none' };

/**
 * Stores the scan byte for byte, so that its hash is that of the office's own file. The file is written
 * before the row: a crash between the two leaves a file without a reference.
 * @throws scan_missing, scan_refused
 */
export async function storeScan({ db, files, clock }: Deps, viewer: Viewer, upload: Upload): Promise<Scan> {
  if (upload.k === 'none') throw refuseField(orderRefusals.scan_missing, 'file');
  const { bytes, media_type, pages } = await looked(upload);
  const file_key = `scans/${randomUUID()}.${ENDINGS[media_type]}`;
  await files.put(file_key, bytes, media_type);
  const now = clock.now();
  const sha256 = sha256Of(bytes);
  const row = { file_key, media_type, sha256, size_bytes: bytes.length, pages, by_id: viewer.user_id };
  const { id } = await db.transaction(async (tx) => {
    const made = await insertScan(tx, { ...row, at: now });
    const after = { size_bytes: bytes.length, pages };
    await writeAudit(tx, now, viewer, { action: 'scan.upload', subject: `scan:${made.id}`, after });
    return made;
  });
  return { id, sha256: sha256.toString('hex'), pages };
}

type Looked = { bytes: Uint8Array; media_type: ScanType; pages: number };

/** By the bytes: a name and a type are claims of the sender. @throws scan_refused */
async function looked(upload: Exclude<Upload, { k: 'none' }>): Promise<Looked> {
  if (upload.k === 'too_large' || upload.bytes.length > SCAN_BYTES_MAX) throw refuseScan();
  const { bytes } = upload;
  const image = kindOfImage(bytes);
  if (image === 'jpeg' || image === 'png') {
    if ((await repaintPhoto(bytes)).k !== 'photo') throw refuseScan();
    return { bytes, media_type: image === 'jpeg' ? 'image/jpeg' : 'image/png', pages: 1 };
  }
  const pages = readForeignPdf(bytes) === 'plain' ? countPages(bytes) : 0;
  if (pages < 1 || pages > SCAN_PAGES_MAX) throw refuseScan();
  return { bytes, media_type: 'application/pdf', pages };
}

const refuseScan = () => refuseField(orderRefusals.scan_refused, 'file');

export type OnPaper = { scan_id: number; signed_on: PlainDate; surge_page: number | null };

/**
 * The scan of a paper that an order is about to be made of, locked.
 * @throws scan_used, signed_in_future, signed_too_long_ago, surge_page_missing
 */
export async function takeScan(
  tx: Tx,
  today: PlainDate,
  { scan_id, signed_on, surge_page }: OnPaper,
): Promise<ScanRow> {
  const scan = await lockWaitingScan(tx, scan_id);
  if (!scan) throw refuseField(orderRefusals.scan_used, 'scan_id');
  const day = dayOfSignature(signed_on, today);
  if (day === 'ahead') throw refuseField(orderRefusals.signed_in_future, 'signed_on');
  if (day === 'too_old')
    throw refuseField(orderRefusals.signed_too_long_ago, 'signed_on', { n: SIGNED_DAYS_MAX });
  if (surge_page !== null && surge_page > scan.pages)
    throw refuseField(orderRefusals.surge_page_missing, 'surge_page', { n: scan.pages });
  return scan;
}

/** Two runs at once are safe: a row is deleted once. */
export async function giveUpScans({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - SCAN_KEPT_DAYS * DAY_MS);
  await db.transaction(async (tx) => giveUpFiles(tx, await deleteScansBefore(tx, before), now));
}

export const scanFiles: FileRows = { name: 'scans', lockNext: lockNextScans };
