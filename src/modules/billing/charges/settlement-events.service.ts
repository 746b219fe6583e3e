import type { SettlementEvent } from '#platform/payments/gateway.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { applyOutcome } from './outcomes.service.ts';

/**
 * Brings in what banks have done since: debits that settled or came back (M6). Each is acknowledged only
 * after it is in the books, so one that a crash interrupts is told again and changes nothing twice. One that
 * cannot be booked does not hold up the others; the job fails after them.
 */
export async function applySettlementEvents(billing: BillingContext): Promise<void> {
  const failures: unknown[] = [];
  for (const settlementEvents of await billing.gateway.settlementEvents(billing.clock.today())) {
    await applyOne(billing, settlementEvents).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function applyOne(billing: BillingContext, settlementEvents: SettlementEvent): Promise<void> {
  const { attempt_id, outcome } = settlementEvents;
  await billing.db.transaction((tx) => applyOutcome(tx, billing, { attempt_id, gatewayResult: outcome }));
  billing.crashPoint('bank news applied');
  await billing.gateway.acknowledgeEvent(settlementEvents);
}
