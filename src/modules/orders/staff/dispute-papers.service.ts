import { strToU8 } from 'fflate';
import { m } from '#i18n/messages.js';
import { hasRight } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { fullName } from '#kit/text/full-name.ts';
import { signerOf } from '#modules/accounts/sessions/links.service.ts';
import { openReceipt } from '#modules/billing/ledger/kept-receipts.service.ts';
import { listEvidence } from '#modules/orders/contracts/contracts.queries.ts';
import { signedCopyOf } from '#modules/orders/contracts/order-documents.service.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import type { OrderRecord } from '#modules/orders/reading/order-response.ts';
import { findShownOrder } from '#modules/orders/reading/read-orders.queries.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { zipStream, type ZipEntry } from '#platform/zip/zip-stream.ts';
import type { AppContext } from '#server/app-context.ts';
import type { OpenedArchive } from '#server/http/archives.ts';
import { MAILS_TO_SHOW, papersText, type AcceptanceToShow } from './dispute-papers.ts';
import { findDisputedCharge, listMailsSent } from './dispute-papers.queries.ts';

type Deps = Pick<AppContext, 'config' | 'db' | 'clock' | 'files' | 'pdfRenderer' | 'vault'>;

const FOLDER = 'dispute-papers';

type Disputed = {
  charge: NonNullable<Awaited<ReturnType<typeof findDisputedCharge>>>;
  order: OrderRecord;
};

/** Undefined also after the retention years: the documents are destroyed (H11). */
async function findDisputed(db: Deps['db'], dispute_id: number): Promise<Disputed | undefined> {
  const charge = await findDisputedCharge(db, dispute_id);
  if (!charge) return undefined;
  const order = await findShownOrder(db, charge.order_id, null);
  return order?.contract_number && !order.erased_at ? { charge, order } : undefined;
}

export async function linkToDisputePapers(
  { db, clock, vault }: Pick<Deps, 'db' | 'clock' | 'vault'>,
  staff: Viewer,
  dispute_id: number,
): Promise<{ path: string }> {
  if (!(await findDisputed(db, dispute_id))) throw new Refusal(orderRefusals.dispute_papers_missing);
  const sign = signerOf(vault, clock.now(), staff);
  return { path: sign(`/storage/${FOLDER}/${dispute_id}.zip`) };
}

/**
 * Holds only documents of the disputed charge. Writes an audit row for the reader (S24.1).
 * @param path  below /storage
 * @returns undefined for anybody but staff, and for an unknown or erased dispute
 */
export async function openDisputePapers(
  deps: Deps,
  viewer: Viewer,
  path: string,
): Promise<OpenedArchive | undefined> {
  const [, id] = /^dispute-papers\/(\d{1,15})\.zip$/.exec(path) ?? [];
  if (!id || !hasRight(viewer, 'money') || viewer.impersonator_id !== null) return undefined;
  const { db, clock } = deps;
  const disputed = await findDisputed(db, Number(id));
  if (!disputed) return undefined;
  await writeAudit(db, clock.now(), viewer, {
    action: 'order.dispute_papers',
    subject: `order:${disputed.order.id}`,
    detail: { dispute_id: Number(id) },
  });
  return {
    content: zipStream(filesOf(deps, disputed), clock.now()),
    filename: m.document_papers_file({ order_id: disputed.order.id, id }),
  };
}

async function* filesOf(deps: Deps, { charge, order }: Disputed): AsyncGenerator<ZipEntry> {
  const { db, clock } = deps;
  const evidence = await listEvidence(db, order.id);
  const acceptances = evidence.map(
    ({ kind, hash, accepted_at, ip, user_agent, placed_by }): AcceptanceToShow => ({
      kind,
      hash: hash.toString('hex'),
      file: fileOfText(kind, hash),
      accepted_at,
      ip,
      user_agent,
      placed_by: placed_by && fullName(placed_by),
    }),
  );
  const mails = await listMailsSent(db, order.id, Object.keys(MAILS_TO_SHOW));
  const said = papersText({ time_zone: clock.time_zone, charge, acceptances, mails });
  yield { path: 'README.txt', content: strToU8(said), isCompressed: false };
  const signed = await signedCopyOf(deps, order);
  yield pdf(`contract-${order.contract_number}.pdf`, signed.content);
  const receipt = charge.invoice_id === null ? undefined : await openReceipt(deps, charge.invoice_id);
  if (receipt) yield pdf(receipt.filename, receipt.content);
  const texts = new Map(evidence.map(({ kind, hash, html }) => [fileOfText(kind, hash), html]));
  for (const [path, html] of texts) yield { path, content: strToU8(html), isCompressed: false };
}

const fileOfText = (kind: string, hash: Buffer) =>
  `accepted-texts/${kind}-${hash.toString('hex').slice(0, 12)}.html`;

const pdf = (path: string, content: Uint8Array): ZipEntry => ({ path, content, isCompressed: true });
