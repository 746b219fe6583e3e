import type { Billing } from './billing.service.ts';
import { applyOutcome } from './outcomes.service.ts';

/**
 * Brings in what banks have done since: debits that settled or came back (M6). Each is acknowledged only after it
 * is in the books, so one that a crash interrupts is told again and changes nothing twice.
 */
export async function applyBankNews(billing: Billing): Promise<void> {
  for (const { attempt_id, ref, outcome } of await billing.gateway.news(billing.clock.today())) {
    await billing.db.transaction((tx) => applyOutcome(tx, billing, { attempt_id, verdict: outcome }));
    billing.crashPoint('bank news applied');
    await billing.gateway.acknowledge(ref);
  }
}
