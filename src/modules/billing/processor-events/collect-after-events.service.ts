import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { type MayGoOn, toTheEnd } from '#platform/queue/job.ts';
import { collectDue } from '#modules/billing/charges/collect-due.service.ts';
import { processEvents } from './process-events.service.ts';
import { countUnread, OF_UNKNOWN_CHARGES } from './processor-events.queries.ts';
import { pollEvents } from './receive-events.service.ts';

/** Events unread after this many attempts are left to staff and no longer stop the collection. */
const READINGS = 3;

/**
 * A restored backup does not know the latest charges: the events show these charges first, and the family
 * waits for staff (`heldCustomers`). Opens its own transactions (S21, decision 96).
 */
export async function collectAfterEvents(
  billing: BillingContext,
  mayGoOn: MayGoOn = toTheEnd,
): Promise<void> {
  const { db, log } = billing;
  const { isWhole } = await pollEvents(billing);
  if (isWhole) await processEvents(billing, { which: OF_UNKNOWN_CHARGES, mayGoOn });
  if (!mayGoOn()) return;
  const unread = await countUnread(db, READINGS);
  if (isWhole && unread === 0) return collectDue(billing, mayGoOn);
  log.error({ is_whole: isWhole, unread }, 'nothing is collected before the events of charges are read');
}
