import { m } from '#i18n/messages.js';
import { dayIn } from '#kit/plain-date.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import { hasRight } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { asDigits, lettersAndDigits } from '#kit/text/paper-code.ts';
import { signerOf } from '#modules/accounts/sessions/links.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { lockPaymentsOf } from '#modules/billing/refunds/refunds.service.ts';
import { heldCatalog } from '#modules/catalog/current-catalog.service.ts';
import { amendmentToSignDocument } from '#modules/documents/amendment-document.ts';
import { amendmentFacts } from '#modules/orders/contracts/amendment-copy.service.ts';
import { takeScan } from '#modules/orders/paper/scans.service.ts';
import { giveScanToOrder } from '#modules/orders/scans.queries.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { once } from '#platform/once/once.ts';
import type { PdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import { agree, sendingRefund } from './answer-amendment.service.ts';
import { findAmendment, type AmendmentRecord } from './amendments.queries.ts';
import { amendmentRefusals } from './amendments.refusals.ts';
import { refuseUnchangeable } from './changed-order.service.ts';
import type { AmendmentOnPaper, AmendmentToSign } from './paper-amendment.contract.ts';
import { needsSecondPerson } from './plan-amendment.service.ts';
import { present, refuseAnswered, textHashOf, type Present } from './present-amendment.service.ts';
import { lockAmendment } from './propose-amendment.service.ts';

const CODE_SIGNS = 8;

/** The beginning of the hash of all that the paper says: `3F2A-91BC`. */
function codeOf(shown: Present): string {
  const hash = textHashOf(shown.order.contract_number, shown).toString('hex');
  return hash.slice(0, CODE_SIGNS).toUpperCase().match(/.{4}/g)!.join('-');
}

type Asked = { staff: Viewer; found: AmendmentRecord | undefined };

/** @throws amendment_not_found, amendment_not_open, own_order, order_inactive, the refusals of `moneyOf` */
async function presentPaper(tx: Tx, billing: BillingContext, { staff, found }: Asked): Promise<Present> {
  if (!found) throw new Refusal(amendmentRefusals.amendment_not_found);
  refuseAnswered(billing.clock.now(), found);
  const shown = await present(tx, billing, { ...found, agree_by: 'paper' });
  await refuseOwnFamily(tx, staff, { user_id: shown.order.snapshot.parent.id });
  refuseUnchangeable(shown.order);
  return shown;
}

const FOLDER = 'amendments-to-sign';

/** @throws as `presentPaper` (OF5.8) */
export async function readAmendmentToSign(
  tx: Tx,
  billing: BillingContext,
  { staff, id }: { staff: Viewer; id: number },
): Promise<AmendmentToSign> {
  const shown = await presentPaper(tx, billing, { staff, found: await findAmendment(tx, id) });
  const { amendment, plan, money, texts } = shown;
  const sign = signerOf(billing.vault, billing.clock.now(), staff);
  return {
    id: amendment.id,
    number: amendment.number,
    path: sign(`/storage/${FOLDER}/${amendment.id}.pdf`),
    plan,
    has_surge: texts.some(({ kind }) => kind === 'surge'),
    needs_second_person: await needsSecondPerson(tx, amendment.order_id, money),
  };
}

type Deps = { db: Database; billing: BillingContext; pdfRenderer: PdfRenderer };

/** For staff who change contracts. @returns undefined for other paths and people */
export async function openAmendmentToSign(
  { db, billing, pdfRenderer }: Deps,
  staff: Viewer,
  path: string,
): Promise<{ content: Uint8Array; contentType: string; filename: string } | undefined> {
  const [, id] = new RegExp(`^${FOLDER}/(\\d{1,15})\\.pdf$`).exec(path) ?? [];
  if (!id || !hasRight(staff, 'money_write')) return undefined;
  const shown = await db.transaction(async (tx) =>
    presentPaper(tx, billing, { staff, found: await findAmendment(tx, Number(id)) }),
  );
  const { order, amendment, plan, texts } = shown;
  const { clock } = billing;
  const contract_number = order.contract_number ?? '';
  const { changes } = amendment.change;
  const facts = amendmentFacts({
    ...amendment,
    contract_number,
    snapshot: amendment.snapshot_after,
    changes,
    plan,
    texts,
  });
  await writeAudit(db, clock.now(), staff, { action: 'order.paper', subject: `order:${order.id}` });
  return {
    content: await pdfRenderer.print(
      amendmentToSignDocument({
        ...facts,
        code: codeOf(shown),
        printed_on: clock.today(),
        until: dayIn(clock.time_zone, amendment.ends_at),
      }),
    ),
    contentType: 'application/pdf',
    filename: m.document_amendment_file({ number: amendment.number, contract: contract_number }),
  };
}

export type SigningOnPaper = {
  staff: Viewer;
  id: number;
  body: AmendmentOnPaper;
  idempotency_key: string;
  meta: { ip: string; user_agent: string };
};

/**
 * The paper stands in place of the family's login: the same transaction applies the amendment, or waits for
 * the colleague. Opens transactions of its own (OF5.8, OF5.9, OF5.11).
 * @throws the refusals of `signAmendmentOnPaper` in paper-amendment.contract.ts
 */
export async function signAmendmentOnPaper(billing: BillingContext, signing: SigningOnPaper): Promise<void> {
  const { staff, id, body, idempotency_key: key } = signing;
  const call = { by_id: staff.user_id, call: 'signAmendmentOnPaper', key, sent: { id, ...body } };
  await sendingRefund(billing, (keepPlace) =>
    billing.db.transaction(async (tx) => {
      let refund_id: number | undefined;
      await once(tx, billing.clock.now(), call, async () => {
        refund_id = await sign(tx, billing, { ...signing, keepPlace });
        return id;
      });
      return refund_id;
    }),
  );
}

async function sign(
  tx: Tx,
  billing: BillingContext,
  { staff, id, body, meta, keepPlace }: SigningOnPaper & { keepPlace: () => void },
): Promise<number | undefined> {
  await heldCatalog(tx, billing.clock.now());
  const found = await lockAmendment(tx, id);
  const { order_id } = found;
  await lockPaymentsOf(tx, order_id);
  const shown = await presentPaper(tx, billing, { staff, found });
  if (asDigits(lettersAndDigits(body.code)) !== lettersAndDigits(codeOf(shown)))
    throw refuseField(amendmentRefusals.amendment_other_paper, 'code');
  const scan = await takeScan(tx, billing.clock.today(), body);
  const { signed_on, surge_page } = body;
  await giveScanToOrder(tx, scan.id, { order_id, amendment_id: id, signed_on, surge_page });
  const { order, amendment, texts } = shown;
  const sha256 = scan.sha256.toString('hex');
  return agree(tx, billing, {
    actor: staff,
    shown,
    evidence: {
      agree_by: 'paper',
      text_hash: textHashOf(order.contract_number, shown),
      ip: null,
      user_agent: null,
    },
    // A congestion fee is agreed to only on a page that names the agreement (OF3.8).
    texts: {
      texts: texts.filter(({ kind }) => kind !== 'surge' || surge_page !== null),
      ...meta,
      scan_id: scan.id,
    },
    audit: {
      action: 'amendment.paper',
      detail: { number: amendment.number, scan_id: scan.id, sha256, signed_on },
    },
    keepPlace,
  });
}
