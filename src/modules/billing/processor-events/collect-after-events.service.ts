import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { type MayGoOn, toTheEnd } from '#platform/queue/job.ts';
import { collectDue } from '#modules/billing/charges/collect-due.service.ts';
import { processEvents } from './process-events.service.ts';
import { countUnread, OF_UNKNOWN_CHARGES } from './processor-events.queries.ts';
import { pollEvents } from './receive-events.service.ts';

/** One that could not be read so often is left to people, and holds up nothing any more. */
const READINGS = 3;

/**
 * Collects what is due, once everything has been read that the processor has to tell of charges which no
 * attempt has come to. A database that was put back from a backup knows nothing of what it charged since:
 * what it would charge again is found by its events first, and waits for a person (`heldCustomers`).
 * Opens its own transactions; must not be called inside one.
 * Source: S21, decision 96
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
