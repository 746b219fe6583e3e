import { invariant } from '#kit/invariant.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { sha256Of } from '#platform/files/kept-file.ts';
import type { PdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import { networkOf, consumeAttempt, type ThrottleRule } from '#platform/throttle/throttle.ts';
import { HOUR_MS } from '#kit/durations.ts';
import type { VerifiedDocument } from './documents.contract.ts';
import { amendmentDocument, type SignedAmendmentFacts } from './amendment-document.ts';
import { documentRefusals } from './documents.refusals.ts';
import type { FileRows } from '#platform/vault/sealed-files.ts';
import {
  findCopy,
  findCopyByHash,
  findScanByHash,
  insertCopy,
  lockNextCopies,
  type CopyPlace,
} from './signed-copies.queries.ts';
import type { PrintableDocument } from '#platform/pdf/printable-document.ts';
import { COPY_LAYOUTS, signedCopyDocument, type SignedContractFacts } from './signed-copy.ts';

export type SignedCopyDeps = { db: Database; files: FileStore; pdfRenderer: PdfRenderer; clock: Clock };

const PDF = 'application/pdf';

export type SignedCopy = { content: Uint8Array; sha256: string };

/** @param place  `amendment_id` null: the contract itself */
export async function findSignedCopy(
  { db, files }: Pick<SignedCopyDeps, 'db' | 'files'>,
  place: CopyPlace,
): Promise<SignedCopy | undefined> {
  const copy = await findCopy(db, place);
  const content = copy && (await files.find(copy.file_key));
  return content && { content, sha256: copy.sha256.toString('hex') };
}

type Printing = Pick<SignedCopyDeps, 'pdfRenderer'>;

async function print({ pdfRenderer }: Printing, document: PrintableDocument) {
  const content = await pdfRenderer.print(document);
  return { content, sha256: sha256Of(content) };
}

/** A paper with its layouts, the present one first. */
type Paper = CopyPlace & { contract_number: string; layouts: readonly (() => PrintableDocument)[] };

/** @returns undefined unless a printing of today or of before has the same bytes */
async function printAgain(deps: Printing, { layouts }: Paper, sha256: Buffer) {
  for (const layout of layouts) {
    const printed = await print(deps, layout());
    if (printed.sha256.equals(sha256)) return printed;
  }
  return undefined;
}

const fileKey = (sha256: Buffer) => `signed-copies/${sha256.toString('hex')}.pdf`;

/** A file that is lost is restored byte for byte, or not at all. */
async function restoreCopy(deps: SignedCopyDeps, paper: Paper, sha256: Buffer): Promise<SignedCopy> {
  const kept = await findSignedCopy(deps, paper);
  if (kept) return kept;
  const printed = await printAgain(deps, paper, sha256);
  invariant(printed, `the lost copy of order ${paper.order_id} prints the same`);
  await deps.files.put(fileKey(sha256), printed.content, PDF);
  return { content: printed.content, sha256: sha256.toString('hex') };
}

type Making = {
  /** false if the caller knows that no copy was kept before */
  has_copy?: boolean;
};

export const makeSignedCopy = (
  deps: SignedCopyDeps,
  facts: SignedContractFacts,
  making: Making = {},
): Promise<SignedCopy> =>
  makeCopy(
    deps,
    {
      ...facts,
      amendment_id: null,
      layouts: COPY_LAYOUTS.map((layout) => () => signedCopyDocument(facts, layout)),
    },
    making,
  );

/** The paper of an amendment, made once like the copy of the contract (OF5.10). */
export const makeAmendmentCopy = (deps: SignedCopyDeps, facts: SignedAmendmentFacts): Promise<SignedCopy> =>
  makeCopy(deps, { ...facts, edition: 1, layouts: [() => amendmentDocument(facts)] }, {});

/**
 * The file is named by hash and written before the row: a crash between the two leaves a file for the next
 * attempt to write again. Of two concurrent copies, the first stays.
 */
async function makeCopy(
  deps: SignedCopyDeps,
  paper: Paper,
  { has_copy = true }: Making,
): Promise<SignedCopy> {
  const { db, files, clock } = deps;
  const { order_id, contract_number, edition, amendment_id } = paper;
  const earlier = has_copy ? await findCopy(db, paper) : undefined;
  if (earlier) return restoreCopy(deps, paper, earlier.sha256);
  const { content, sha256 } = await print(deps, paper.layouts[0]!());
  const file_key = fileKey(sha256);
  await files.put(file_key, content, PDF);
  const isFirst = await insertCopy(db, {
    order_id,
    edition,
    amendment_id,
    contract_number,
    sha256,
    file_key,
    size_bytes: content.length,
    made_at: clock.now(),
  });
  if (isFirst) return { content, sha256: sha256.toString('hex') };
  const kept = await findSignedCopy({ db, files }, paper);
  invariant(kept, `order ${order_id} has its signed copy`);
  return kept;
}

export const signedCopyFiles: FileRows = { name: 'signed_copies', lockNext: lockNextCopies };

/** A person checks a document a few times; the limit stops a machine guessing numbers. */
const CHECKS_OF_NETWORK: ThrottleRule = {
  scope: 'contract.verify',
  attempts: 60,
  windowMs: HOUR_MS,
  lock: { kind: 'rest_of_window' },
};

type Shown = { contract_number: string; sha256: string; ip: string };

/**
 * The caller must know both number and hash, so the answer reveals nothing: not even if a number exists.
 * @throws too_many_checks
 */
export async function checkDocument(
  db: Database,
  now: Date,
  { contract_number, sha256, ip }: Shown,
): Promise<VerifiedDocument> {
  const waitS = await consumeAttempt(db, CHECKS_OF_NETWORK, networkOf(ip), now);
  if (waitS > 0) throw new Refusal(documentRefusals.too_many_checks, { retry_after_s: waitS });
  const hash = Buffer.from(sha256, 'hex');
  const copy = await findCopyByHash(db, contract_number, hash);
  if (copy) return { answer: 'genuine', is_scan: false, ...copy };
  const scan = await findScanByHash(db, contract_number, hash);
  if (scan) return { answer: 'genuine', is_scan: true, ...scan };
  return { answer: 'not ours', is_scan: false, amendment: null, amendments: 0 };
}
