import { FAMILY } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { openReceipt } from '#modules/billing/ledger/kept-receipts.service.ts';
import { moneyOfOrders } from '#modules/billing/ledger/money-of-orders.service.ts';
import { openScan, signedCopyOf } from '#modules/orders/contracts/order-documents.service.ts';
import type { OrderRecord } from '#modules/orders/reading/order-response.ts';
import { listShownOrders } from '#modules/orders/reading/read-orders.queries.ts';
import type { ZipEntry } from '#platform/zip/zip-stream.ts';
import type { AppContext } from '#server/app-context.ts';
import { listPrintedContracts, openPrintedContract } from './printed-contracts.service.ts';

type Deps = Pick<AppContext, 'config' | 'db' | 'clock' | 'files' | 'pdfRenderer' | 'vault'>;

const pdf = (path: string, content: Uint8Array): ZipEntry => ({ path, content, isCompressed: true });

export async function* familyPapers(deps: Deps, user_id: number): AsyncGenerator<ZipEntry> {
  const asFamily: Viewer = {
    user_id,
    roles: [],
    ...FAMILY,
    impersonator_id: null,
    session_id: '00000000-0000-0000-0000-000000000000',
  };
  const orders = await listShownOrders(deps.db, user_id);
  const money = await moneyOfOrders(
    deps.db,
    orders.map(({ id }) => id),
    asFamily,
  );
  for (const order of orders)
    if (!order.erased_at) yield* papersOfOrder(deps, order, money.get(order.id)?.invoices ?? []);
  for (const { id, code } of await listPrintedContracts(deps, asFamily)) {
    const printed = await openPrintedContract(deps, asFamily, `printed-contracts/${id}.pdf`);
    if (printed) yield pdf(`printed-contracts/${code}.pdf`, printed.content);
  }
}

async function* papersOfOrder(
  deps: Deps,
  order: OrderRecord,
  invoices: readonly { id: number }[],
): AsyncGenerator<ZipEntry> {
  if (order.contract_number) {
    const { content } = await signedCopyOf(deps, order);
    yield pdf(`contracts/contract-${order.contract_number}.pdf`, content);
    const scan = await openScan(deps, order);
    const signed = await Promise.all(order.amendments.map((amendment) => openScan(deps, order, amendment)));
    for (const one of [scan, ...signed])
      if (one) yield { path: `contracts/${one.filename}`, content: one.content, isCompressed: true };
  }
  for (const { id } of invoices) {
    const receipt = await openReceipt(deps, id);
    if (receipt) yield pdf(`receipts/${receipt.filename}`, receipt.content);
  }
}
