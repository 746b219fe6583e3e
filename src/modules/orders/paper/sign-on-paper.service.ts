import { createHash } from 'node:crypto';
import { FAMILY } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { refuseField } from '#kit/refusal.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { laterPayers } from '#modules/orders/checkout/later-payers.service.ts';
import type { OfficePayment, PricedSelection } from '#modules/orders/checkout/price-selection.service.ts';
import { signOrder } from '#modules/orders/checkout/sign-order.service.ts';
import { isSomethingDue } from '#modules/orders/contracts/priced-by.ts';
import { receiveCheck, type ReceivedCheck } from '#modules/orders/offers/receive-check.service.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { giveScanToOrder } from '#modules/orders/scans.queries.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { takeScan, type OnPaper } from './scans.service.ts';

export type Signing = {
  staff: Viewer;
  user_id: number;
  key: string;
  meta: { ip: string; user_agent: string };
};

type Paper = {
  priced: PricedSelection;
  paper: OnPaper;
  by: OfficePayment;
  /** null: the check or cash is awaited */
  received: ReceivedCheck | null;
  /** why the price of the printing day holds */
  reason?: string | null;
};

/**
 * Signs the contract of a paper by the one service that signs orders, and books its check or cash: the order
 * is active at once, or waits for the money. The caller has locked the family and the facts of the price.
 * @throws the refusals of a sale on paper
 * Source: OF3.8
 */
export async function signOnPaper(
  tx: Tx,
  { clock, vault }: Pick<BillingContext, 'clock' | 'vault'>,
  { staff, user_id, key, meta }: Signing,
  { priced, paper, by, received, reason = null }: Paper,
): Promise<number> {
  const scan = await takeScan(tx, clock.today(), paper);
  const family: Viewer = {
    ...FAMILY,
    roles: [],
    user_id,
    impersonator_id: null,
    session_id: staff.session_id,
  };
  const payers = await laterPayers(tx, family, priced, { paying: null, payment: {}, isOnPaper: true });
  const client_key = `paper-${staff.user_id}-${key}`;
  const signed = await signOrder(tx, { clock, vault }, priced, {
    paying: null,
    payers,
    signature: {
      viewer: family,
      ...meta,
      known_by: { client_key, request_hash: createHash('sha256').update(client_key).digest('hex') },
      acceptances: null,
      paper: { scan_id: scan.id, has_surge: paper.surge_page !== null },
    },
    presence: { presence: 'away' },
    received_by: by,
  });
  if (!signed) throw refuseField(orderRefusals.order_exists, 'contract.route_id');
  const { order_id } = signed;
  const { signed_on, surge_page } = paper;
  await giveScanToOrder(tx, scan.id, { order_id, amendment_id: null, signed_on, surge_page });
  await writeAudit(tx, clock.now(), staff, {
    action: 'order.paper_sale',
    subject: `order:${order_id}`,
    detail: { scan_id: scan.id, sha256: scan.sha256.toString('hex') },
    after: { signed_on, pay_by: by },
    texts: { reason },
  });
  if (received && isSomethingDue(priced.quote)) await receiveCheck(tx, clock, staff, { order_id, received });
  return order_id;
}
