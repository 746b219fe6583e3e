import { inChunks } from '#kit/in-chunks.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { type MayGoOn, toTheEnd } from '#platform/queue/job.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { listDue, listPerhapsDue, type PerhapsDue } from '#modules/billing/payments/collection.queries.ts';
import { sendUntilAnswered } from '#modules/billing/processor/send-with-lease.service.ts';
import { collectionConversation, withdraw } from './charge-conversation.service.ts';
import { isStopped } from './collection-stop.service.ts';
import { claimTogether } from './claim-due.service.ts';
import { collectionStepsOf } from './later-charge.service.ts';
import { pagesOfOrders } from './due-pages.ts';

const PAGE = 20;

const LOOKED_AT_TOGETHER = 500;

/**
 * Collects payments due by today, postponed attempts, and failed payments with a new method of the family.
 * Payments of an order stay with a single worker, because the records of an order would wait for each other.
 * Several portals may collect at once: a payment is claimed once, and a live attempt excludes others (I3). A
 * broken payment does not block the others; the job fails at the end (M5, M7, S19, MS2, reliability 4.3).
 * @param mayGoOn  asked before each claim and each payment; claimed and unsent attempts are withdrawn
 */
export async function collectDue(billing: BillingContext, mayGoOn: MayGoOn = toTheEnd): Promise<void> {
  // The resolver follows unknown results; the other payments need not wait.
  const singleRetry = { ...billing, replayDelaysMs: billing.replayDelaysMs.slice(0, 1) };
  if (await isStopped(billing)) return;
  const failures: unknown[] = [];
  const keep = (error: unknown) => void failures.push(error);
  const today = billing.clock.today();
  const due = await withoutWaiting(billing, await listPerhapsDue(billing.db, today), today);
  const pages = pagesOfOrders(due, PAGE).values();
  const work = async () => {
    for (const page of pages) {
      if (!mayGoOn()) return;
      await collectPage(singleRetry, page, { keep, mayGoOn }).catch(keep);
    }
  };
  await Promise.all(Array.from({ length: billing.collectors }, work));
  if (failures.length > 0) throw failures[0];
}

/** Thousands may wait, and this look takes no lock; the next run finds a payment missed here. */
async function withoutWaiting(
  { db, clock }: BillingContext,
  rows: PerhapsDue[],
  today: PlainDate,
): Promise<PerhapsDue[]> {
  const isPlanned = ({ status, next_try_on }: PerhapsDue) =>
    next_try_on === null ? status === 'scheduled' : next_try_on <= today;
  const unplanned = rows.filter((row) => !isPlanned(row)).map(({ id }) => id);
  const waiting = new Set<number>();
  for (const ids of inChunks(unplanned, LOOKED_AT_TOGETHER)) {
    const steps = await collectionStepsOf(db, await listDue(db, ids, clock.now()), today);
    for (const { due, step } of steps) if (step === 'wait') waiting.add(due.payment.id);
  }
  return rows.filter(({ id }) => !waiting.has(id));
}

/** The next payment of an order is claimed after the record of the payment before. */
async function collectPage(
  billing: BillingContext,
  page: number[][],
  { keep, mayGoOn }: { keep: (error: unknown) => void; mayGoOn: MayGoOn },
): Promise<void> {
  const conversation = collectionConversation(billing);
  const longest = Math.max(...page.map((ofOrder) => ofOrder.length));
  for (let nth = 0; nth < longest && mayGoOn(); nth++) {
    const payment_ids = page.flatMap((ofOrder) => ofOrder[nth] ?? []);
    const attempt_ids = await claimTogether(billing, payment_ids, keep);
    if (attempt_ids.length > 0) billing.crashPoint('due payment claimed');
    for (const attempt_id of attempt_ids) await sendOrWithdraw(conversation, attempt_id, mayGoOn).catch(keep);
  }
}

type Collecting = ReturnType<typeof collectionConversation>;

async function sendOrWithdraw(conversation: Collecting, attempt_id: number, mayGoOn: MayGoOn): Promise<void> {
  const isSent = mayGoOn() && (await sendUntilAnswered(conversation, attempt_id));
  if (!isSent) await withdraw(conversation.billing, attempt_id);
}
