import { m } from '#i18n/messages.js';
import { hasRight } from '#kit/endpoint/right.ts';
import { fullName } from '#kit/text/full-name.ts';
import { invariant } from '#kit/invariant.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { signerOf } from '#modules/accounts/sessions/links.service.ts';
import { moneyOfOrders } from '#modules/billing/ledger/money-of-orders.service.ts';
import { findInvoiceOfOrder, receiptOfInvoice } from '#modules/billing/ledger/kept-receipts.service.ts';
import { openContract } from '#modules/documents/opened-contract.service.ts';
import { contractPdfKey, shownFileName } from '#modules/catalog/stored-files.ts';
import {
  findSignedCopy,
  makeSignedCopy,
  type SignedCopyDeps,
  type SignedCopy,
} from '#modules/documents/signed-copies.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Config } from '#platform/config/config.ts';
import type { PriceSnapshot } from '#modules/pricing/price-snapshot.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { getSignedPrice } from '#modules/orders/orders.queries.ts';
import type { AppliedAmendment, OrderRecord } from '#modules/orders/reading/order-response.ts';
import type { OrderDocuments } from '#modules/orders/order-documents.contract.ts';
import { listEvidence, listOrdersWithoutCopy } from './contracts.queries.ts';
import { findOrderFor, getOrderFor } from '#modules/orders/reading/read-orders.service.ts';
import { findShownOrder, listShownOrders } from '#modules/orders/reading/read-orders.queries.ts';
import { withLaterAcceptances } from '#modules/orders/reading/later-acceptances.ts';
import { findScanOf } from '#modules/orders/scans.queries.ts';
import { getKept } from '#platform/files/kept-file.ts';
import { amendmentCopyOf, signedPaper } from './amendment-copy.service.ts';
import { signedContractFacts } from './signed-contract-facts.ts';

type Deps = SignedCopyDeps & { config: Config; vault: Vault };

/** A copy lists the acceptances so far, so a later acceptance gets an edition of its own (H10). */
const editionOf = ({ staff_placed }: OrderRecord) => (staff_placed?.accepted_at ? 2 : 1);

type ReadBefore = {
  price?: PriceSnapshot;
  evidence?: Awaited<ReturnType<typeof listEvidence>>;
  has_copy?: boolean;
};

export async function signedCopyOf(
  deps: Deps,
  order: OrderRecord,
  { price, has_copy = true, ...read }: ReadBefore = {},
): Promise<SignedCopy> {
  const edition = editionOf(order);
  const kept = has_copy
    ? await findSignedCopy(deps, { order_id: order.id, edition, amendment_id: null })
    : undefined;
  if (kept) return kept;
  invariant(order.contract_number, 'an order that came about has a contract number');
  const evidence = read.evidence ?? (await listEvidence(deps.db, order.id));
  const paper = await findScanOf(deps.db, { order_id: order.id, amendment_id: null });
  const facts = signedContractFacts({
    order_id: order.id,
    edition,
    contract_number: order.contract_number,
    snapshot: openContract(deps.vault, { ...order, snapshot: order.signed_snapshot }),
    price: price ?? (await getSignedPrice(deps.db, order.id)),
    texts: withLaterAcceptances(evidence).map(({ hash, placed_by, accountLast4, ...text }) => ({
      ...text,
      text_hash: hash.toString('hex'),
      placed_by: placed_by && fullName(placed_by),
      account: accountLast4 && `****${accountLast4}`,
    })),
    paper: paper && signedPaper(paper),
    time_zone: deps.clock.time_zone,
    verify_link: `${deps.config.publicUrl}/verify-contract`,
  });
  return makeSignedCopy(deps, facts, { has_copy });
}

const BATCH = 200;

export const hasMissingCopies = async (db: Deps['db']): Promise<boolean> =>
  (await listOrdersWithoutCopy(db, { after: 0, limit: 1 })).length > 0;

/** Safe to run twice at once: the first of two copies of an order stays. */
export async function makeMissingCopies(deps: Deps): Promise<void> {
  let after = 0;
  for (;;) {
    const ids = await listOrdersWithoutCopy(deps.db, { after, limit: BATCH });
    for (const order_id of ids) {
      const order = await findShownOrder(deps.db, order_id, null);
      if (order) await signedCopyOf(deps, order);
    }
    if (ids.length < BATCH) return;
    after = ids.at(-1)!;
  }
}

const storagePath = (key: string) => `/storage/${key}`;
const routePdfPath = ({ period, program, route }: OrderRecord['snapshot']) =>
  `contracts/${period.name}/${program.name}/${route.contract_pdf}`;

// The signature covers the plain path, but the link is URL-encoded: a period may be called "2027 / 28".
function linked(sign: (path: string) => string, key: string): string {
  const path = storagePath(key);
  return path.split('/').map(encodeURIComponent).join('/') + sign(path).slice(path.length);
}

export async function listDocuments(deps: Deps, viewer: Viewer, order_id: number): Promise<OrderDocuments> {
  const { db, clock, vault } = deps;
  const order = await getOrderFor(db, viewer, order_id);
  const signer = signerOf(vault, clock.now(), viewer);
  const sign = (key: string) => linked(signer, key);
  const { invoices } = (await moneyOfOrders(db, [order_id], viewer)).get(order_id)!;
  const copy = await findSignedCopy(deps, { order_id, edition: editionOf(order), amendment_id: null });
  return {
    order_id,
    contract_pdf: (await findRoutePdf(deps, order)) ? sign(routePdfPath(order.snapshot)) : null,
    signed_copy: { path: sign(`orders/${order_id}/contract.pdf`), sha256: copy?.sha256 ?? null },
    scan: await scanPaper(deps, { order_id, amendment_id: null }, sign(`orders/${order_id}/scan`)),
    amendments: await amendmentPapers(deps, order, sign),
    receipts: invoices.map((invoice) => ({
      ...invoice,
      path: sign(`orders/${order_id}/receipts/${invoice.id}.pdf`),
    })),
  };
}

async function scanPaper(
  { db }: Pick<Deps, 'db'>,
  of: Parameters<typeof findScanOf>[1],
  path: string,
): Promise<OrderDocuments['scan']> {
  const found = await findScanOf(db, of);
  if (!found) return null;
  const { signed_on, seen_by, sha256, pages } = signedPaper(found);
  return { path, signed_on, seen_by, sha256, pages };
}

/** The annex as it was uploaded (OF3.8). @returns undefined for what was accepted online */
export async function openScan(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { id: order_id, contract_number }: Pick<OrderRecord, 'id' | 'contract_number'>,
  amendment?: AppliedAmendment,
): Promise<Required<OpenedDocument> | undefined> {
  const found = await findScanOf(db, { order_id, amendment_id: amendment?.id ?? null });
  if (!found) return undefined;
  const { media_type, file_key } = found.scan;
  const ending = file_key.slice(file_key.lastIndexOf('.') + 1);
  const contract = contract_number ?? '';
  const filename = amendment
    ? m.document_amendment_scan_file({ number: amendment.number, contract, ending })
    : m.document_scan_file({ number: contract, ending });
  return { content: await getKept(files, found.scan), contentType: media_type, filename };
}

function amendmentPapers(
  deps: Deps,
  { id: order_id, amendments }: OrderRecord,
  sign: (key: string) => string,
): Promise<OrderDocuments['amendments']> {
  return Promise.all(
    amendments.map(async ({ id: amendment_id, number }) => ({
      number,
      path: sign(`orders/${order_id}/amendments/${number}.pdf`),
      sha256: (await findSignedCopy(deps, { order_id, edition: 1, amendment_id }))?.sha256 ?? null,
      scan: await scanPaper(
        deps,
        { order_id, amendment_id },
        sign(`orders/${order_id}/amendments/${number}/scan`),
      ),
    })),
  );
}

async function findRoutePdf(
  { files }: Pick<Deps, 'files'>,
  { snapshot }: Pick<OrderRecord, 'snapshot'>,
): Promise<Uint8Array | undefined> {
  const { period, program, route } = snapshot;
  return route.contract_pdf
    ? files.find(
        contractPdfKey({ period: period.name, program: program.name, contract_pdf: route.contract_pdf }),
      )
    : undefined;
}

type OpenedDocument = { content: Uint8Array; contentType: string; filename?: string };

const PDF = 'application/pdf';

/**
 * For the owner and for staff; undefined for others. Staff leave an audit row on opening another family's
 * document (reliability 5.6).
 * Source: W15, decision 79
 */
export async function openDocument(
  deps: Deps,
  viewer: Viewer,
  path: string,
): Promise<OpenedDocument | undefined> {
  if (path.startsWith('contracts/')) return openRoutePdf(deps, viewer, path);
  const { order_id, invoice_id, amendment, paper } = partsOf(path) ?? {};
  const order = order_id && (await findOrderFor(deps.db, viewer, order_id));
  // An order awaiting aid has no documents yet (A6); after the retention years, the documents are gone (H11).
  if (!order || !order.contract_number || order.erased_at) return undefined;
  const invoice = invoice_id && (await findInvoiceOfOrder(deps.db, { order_id: order.id, invoice_id }));
  const applied = amendment && order.amendments.find(({ number }) => number === amendment);
  if ((invoice_id && !invoice) || (amendment && !applied)) return undefined;
  if (order.snapshot.parent.id !== viewer.user_id) {
    await writeAudit(deps.db, deps.clock.now(), viewer, {
      action: 'order.paper',
      subject: `order:${order.id}`,
    });
  }
  if (paper === 'scan') return openScan(deps, order, applied || undefined);
  if (applied) {
    const { content } = await amendmentCopyOf(deps, order, applied.id);
    const { contract_number: contract } = order;
    const filename = m.document_amendment_file({ number: applied.number, contract });
    return { content, contentType: PDF, filename };
  }
  if (!invoice) {
    const { content } = await signedCopyOf(deps, order);
    return {
      content,
      contentType: PDF,
      filename: m.document_contract_file({ number: order.contract_number ?? '' }),
    };
  }
  const receipt = await receiptOfInvoice(deps, invoice);
  return receipt && { content: receipt.content, contentType: PDF, filename: receipt.filename };
}

type Parts = { order_id: number; invoice_id?: number; amendment?: number; paper: 'copy' | 'scan' };

function partsOf(path: string): Parts | undefined {
  const [, id, rest] = /^orders\/(\d{1,15})\/(.+)$/.exec(path) ?? [];
  if (!rest) return undefined;
  const order_id = Number(id);
  if (rest === 'contract.pdf') return { order_id, paper: 'copy' };
  if (rest === 'scan') return { order_id, paper: 'scan' };
  const [, invoice] = /^receipts\/(\d{1,15})\.pdf$/.exec(rest) ?? [];
  if (invoice) return { order_id, invoice_id: Number(invoice), paper: 'copy' };
  const [, amendment, end] = /^amendments\/(\d{1,6})(\.pdf|\/scan)$/.exec(rest) ?? [];
  return amendment === undefined
    ? undefined
    : { order_id, amendment: Number(amendment), paper: end === '/scan' ? 'scan' : 'copy' };
}

// A route's contract has no personal data, yet only staff and families who signed may read the PDF (W15).
async function openRoutePdf(deps: Deps, viewer: Viewer, path: string): Promise<OpenedDocument | undefined> {
  const content = hasRight(viewer, 'season')
    ? await routePdfAt(deps, path)
    : await ownRoutePdf(deps, viewer, path);
  const filename = shownFileName(path.slice(path.lastIndexOf('/') + 1));
  return content && { content, contentType: PDF, filename };
}

async function ownRoutePdf(deps: Deps, viewer: Viewer, path: string): Promise<Uint8Array | undefined> {
  const own = await listShownOrders(deps.db, viewer.user_id);
  const signed = own
    .flatMap((order) => [order.snapshot, order.signed_snapshot])
    .find((snapshot) => snapshot.route.contract_pdf !== null && routePdfPath(snapshot) === path);
  return signed && findRoutePdf(deps, { snapshot: signed });
}

async function routePdfAt({ files }: Deps, path: string): Promise<Uint8Array | undefined> {
  const [, period, program, contract_pdf] =
    /^contracts\/([^/]+)\/([^/]+)\/([\w-]+(?:\.[\w-]+)+)$/.exec(path) ?? [];
  return period && program && contract_pdf
    ? files.find(contractPdfKey({ period, program, contract_pdf }))
    : undefined;
}

export { missingPhotoWork, specialRequestWork, unverifiedEmailWork } from './contracts.queries.ts';
