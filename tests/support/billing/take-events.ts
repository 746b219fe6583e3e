import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { processEvents } from '#modules/billing/processor-events/process-events.service.ts';
import { pollEvents } from '#modules/billing/processor-events/receive-events.service.ts';

/** What the portal does about events every ten minutes: it reads the list, then each object of it. */
export async function takeEvents(billing: BillingContext): Promise<void> {
  await pollEvents(billing);
  await processEvents(billing);
}
