import { addMonthsClamped, type PlainDate } from '#kit/plain-date.ts';
import { eraseBillingOf } from '#modules/billing/methods/change-methods.service.ts';
import { RECEIPT_EDITIONS, receiptFileKey } from '#modules/billing/ledger/receipt.states.ts';
import { eraseRequestsOf } from '#modules/billing/second-person/second-person.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { giveUpFiles } from '#platform/files/file-deletions.ts';
import { forgetWordsOf } from '#platform/outbox/outbox.ts';
import { CONTRACT_YEARS } from './erase-orders.service.ts';
import { eraseEvidence, eraseSnapshots } from './erase-orders.queries.ts';
import { countEvidence, eraseRequests, lockOutlived } from './outlived.queries.ts';

const BATCH = 200;

/** A portal may have crashed between writing a file and noting the key. */
const receiptKeys = (invoice_ids: readonly number[]) =>
  invoice_ids.flatMap((id) => RECEIPT_EDITIONS.map((edition) => receiptFileKey(id, edition)));

export type Destroyed = {
  period_id: number;
  program_group_id: number;
  contracts: number;
  signed_copies: number;
  acceptances: number;
  receipts: number;
  first_order_id: number;
  last_order_id: number;
};

/** The books stay, under numbers. @returns undefined if none is left (H11, the privacy page) */
export async function eraseOutlived(
  tx: Tx,
  { now, today }: { now: Date; today: PlainDate },
): Promise<Destroyed | undefined> {
  const endedBefore = addMonthsClamped(today, -12 * CONTRACT_YEARS);
  const found = await lockOutlived(tx, endedBefore, BATCH);
  if (!found) return undefined;
  const { order_ids, ...season } = found;
  const { acceptances, receipts, copy_keys, invoice_ids } = await countEvidence(tx, order_ids);
  await eraseSnapshots(tx, order_ids);
  await eraseRequests(tx, order_ids, now);
  await eraseBillingOf(tx, order_ids);
  await eraseRequestsOf(tx, order_ids);
  await forgetWordsOf(tx, order_ids);
  await eraseEvidence(tx, order_ids, today);
  await giveUpFiles(tx, [...copy_keys, ...receiptKeys(invoice_ids)], now);
  return {
    ...season,
    contracts: order_ids.length,
    signed_copies: copy_keys.length,
    acceptances,
    receipts,
    first_order_id: order_ids[0]!,
    last_order_id: order_ids.at(-1)!,
  };
}
