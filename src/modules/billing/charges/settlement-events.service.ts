import type { ChargeNews } from '#platform/payments/gateway.ts';
import type { Billing } from '#modules/billing/billing-context.ts';
import { applyOutcome } from './outcomes.service.ts';

/**
 * Brings in what banks have done since: debits that settled or came back (M6). Each is acknowledged only
 * after it is in the books, so one that a crash interrupts is told again and changes nothing twice. One that
 * cannot be booked does not hold up the others; the job fails after them.
 */
export async function applyBankNews(billing: Billing): Promise<void> {
  const failures: unknown[] = [];
  for (const news of await billing.gateway.news(billing.clock.today())) {
    await applyOne(billing, news).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function applyOne(billing: Billing, news: ChargeNews): Promise<void> {
  const { attempt_id, outcome } = news;
  await billing.db.transaction((tx) => applyOutcome(tx, billing, { attempt_id, verdict: outcome }));
  billing.crashPoint('bank news applied');
  await billing.gateway.acknowledge(news);
}
