import { randomBytes } from 'node:crypto';
import { DAY_MS } from '#kit/durations.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { BrokenRule } from '#kit/rules/broken-rule.ts';
import type { FileContent } from '#kit/rules/field-types.ts';
import { objectRules } from '#kit/rules/object-rules.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import type { FileKind } from '#modules/catalog/objects/object-kinds.ts';
import { contentTypeOf, isUploaded, uploadedName, uploadKey } from '#modules/catalog/stored-files.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import { giveUpFiles } from '#platform/files/file-deletions.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { kindOfImage, repaintPicture } from '#platform/images/photo.ts';
import { cutSvg } from '#platform/images/safe-svg.ts';
import { readForeignPdf } from '#platform/pdf/foreign-pdf.ts';
import type { UploadedFile } from './uploads.contract.ts';
import { fileFieldOf, UPLOAD_BYTES, uploadRules, uploadSentence } from './upload-rules.ts';
import {
  countWaitingUploads,
  deleteUploadsBefore,
  deleteWaitingUploads,
  insertWaitingUpload,
} from './uploads.queries.ts';

type Deps = { db: Database; files: FileStore; clock: Pick<Clock, 'now'> };

type Upload =
  | { k: 'file'; bytes: Uint8Array; name: string }
  | { k: 'too_large'; name: string }
  | { k: 'none' };

type Sent = { kind?: FileKind; upload: Upload };

/** Files that wait for an object; nobody prepares so many in a week. */
const MOST_WAITING = 300;

/** How long a file waits for an object to name it (SE2.5). */
const KEPT_DAYS = 7;

/** The most bytes that a file for an object of the kind may have. */
export const bytesAllowed = (kind: FileKind | undefined): number =>
  UPLOAD_BYTES[kind ? fileFieldOf(kind).holds : 'pdf'];

/**
 * Stores a file that no object names yet. The file is written before the row: a crash between the two leaves
 * a file without a reference.
 * @throws Refusal upload_refused (SE2.5), too_many_uploads
 */
export async function storeUpload(
  { db, files, clock }: Deps,
  viewer: Viewer,
  { kind, upload }: Sent,
): Promise<UploadedFile> {
  await refuseTooMany(db);
  const { content, name, ending } = await readyFile(kind, upload);
  const base = name.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
  const file_name = uploadedName({ base, mark: randomBytes(8).toString('hex'), ending });
  const stored = { file_name, key: uploadKey(file_name), size_bytes: content.length };
  await files.put(stored.key, content, contentTypeOf(file_name));
  const now = clock.now();
  await db.transaction(async (tx) => {
    const id = await insertWaitingUpload(tx, { ...stored, uploaded_at: now });
    const { size_bytes } = stored;
    await writeAudit(tx, now, viewer, {
      action: 'file.upload',
      subject: `upload:${id}`,
      after: { size_bytes },
    });
  });
  return stored;
}

async function refuseTooMany(db: Db): Promise<void> {
  if ((await countWaitingUploads(db)) >= MOST_WAITING) throw new Refusal(catalogRefusals.too_many_uploads);
}

type ReadyFile = { content: Uint8Array; ending: string };

async function readyFile(kind: FileKind | undefined, upload: Upload): Promise<ReadyFile & { name: string }> {
  if (upload.k === 'none') throw refusalOf(kind, objectRules.missing());
  const bytes = upload.k === 'file' ? upload.bytes : undefined;
  const holds = kind ? fileFieldOf(kind).holds : contentOf(upload.name, bytes);
  if (!bytes || bytes.length > UPLOAD_BYTES[holds]) throw refusalOf(kind, uploadRules[holds]());
  const ready = holds === 'pdf' ? readyPdf(bytes) : await readyPicture(bytes);
  if ('rule' in ready) throw refusalOf(kind, ready);
  return { ...ready, name: upload.name };
}

const contentOf = (name: string, bytes: Uint8Array | undefined): FileContent =>
  /\.pdf$/i.test(name) || (bytes && readForeignPdf(bytes) !== 'not_a_pdf') ? 'pdf' : 'picture';

/** What could run in a file that a season file brings, which is stored byte for byte (SE2.5). */
export function brokenContent(name: string, bytes: Uint8Array): BrokenRule | undefined {
  const read = /\.pdf$/i.test(name) ? readyPdf : /\.svg$/i.test(name) ? readySvg : undefined;
  const ready = read?.(bytes);
  return ready && 'rule' in ready ? ready : undefined;
}

function readyPdf(bytes: Uint8Array): ReadyFile | BrokenRule {
  const found = readForeignPdf(bytes);
  if (found === 'not_a_pdf') return uploadRules.pdf();
  return found === 'active' ? uploadRules.pdf_plain() : { content: bytes, ending: 'pdf' };
}

const ENDINGS = { jpeg: 'jpg', png: 'png', webp: 'webp' } as const;

async function readyPicture(bytes: Uint8Array): Promise<ReadyFile | BrokenRule> {
  const kind = kindOfImage(bytes);
  if (!kind) return readySvg(bytes);
  const repainted = await repaintPicture(bytes);
  return repainted.k === 'photo'
    ? { content: repainted.bytes, ending: ENDINGS[kind] }
    : uploadRules.picture();
}

function readySvg(bytes: Uint8Array): ReadyFile | BrokenRule {
  const cut = cutSvg(bytes);
  if (cut.k === 'not_svg') return uploadRules.picture();
  return cut.k === 'refused'
    ? uploadRules.shapes(cut.part)
    : { content: Buffer.from(cut.text), ending: 'svg' };
}

const refusalOf = (kind: FileKind | undefined, broken: BrokenRule) =>
  refuseField(catalogRefusals.upload_refused, 'file', { sentence: uploadSentence(kind, broken) });

/**
 * Files that objects name from now on are kept for good, after a replacement too: contracts are signed with
 * them, and an undo names them again (SE2.6).
 */
export async function keepNamedFiles(tx: Tx, names: readonly unknown[]): Promise<void> {
  const uploaded = names.filter((name): name is string => typeof name === 'string' && isUploaded(name));
  if (uploaded.length > 0) await deleteWaitingUploads(tx, uploaded);
}

/** Two runs at once are safe: a row is deleted once, by a save or by this job. */
export async function giveUpUnnamedFiles({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const keys = await deleteUploadsBefore(tx, new Date(now.getTime() - KEPT_DAYS * DAY_MS));
    await giveUpFiles(tx, keys, now);
  });
}
