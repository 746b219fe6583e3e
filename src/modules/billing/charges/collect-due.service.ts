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

/** How many payments are claimed in one transaction: few enough for their leases and for the families. */
const PAGE = 20;

const LOOKED_AT_TOGETHER = 500;

/**
 * Collects everything that is due on the company's day: payments whose day has come, also while the portal
 * was away, tries that were put off, and failed ones whose family has chosen another method. Pages of them
 * are claimed, and sent one after the other, by several workers side by side; those of one order are never
 * with two workers, as their records would wait for each other. Several portals may collect at once: a
 * payment is claimed by one of them, and an attempt that is alive takes it out of everybody's reach (I3). One
 * that cannot be collected does not hold up the others; the job fails after them. Nothing new is sent while
 * the collection has stopped, also when it stops in the middle; nothing of one kind while that has.
 * @param mayGoOn  asked before each claim and each payment; what was claimed and not sent is taken back
 * Source: M5, M7, S19, MS2, reliability 4.3
 */
export async function collectDue(billing: BillingContext, mayGoOn: MayGoOn = toTheEnd): Promise<void> {
  // What stays unknown is the resolver's; the others need not wait for it.
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

/**
 * Leaves out what was tried before and has nothing to be tried for today. There may be thousands of these at
 * all times, so they are looked at without a lock; what this misses by a moment is seen by the next run.
 */
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

/** @param page  the payments of each order; an order's next one is claimed when the one before is recorded */
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

/** What was claimed and not sent before the collection stopped or its time was over is taken back. */
async function sendOrWithdraw(conversation: Collecting, attempt_id: number, mayGoOn: MayGoOn): Promise<void> {
  const isSent = mayGoOn() && (await sendUntilAnswered(conversation, attempt_id));
  if (!isSent) await withdraw(conversation.billing, attempt_id);
}
