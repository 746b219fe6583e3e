import { MINUTE_MS } from '#kit/durations.ts';
import { within } from '#kit/within.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { readCursorTimes } from '#modules/billing/processor/cursors.queries.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { processEvents } from './process-events.service.ts';
import { OF_UNKNOWN_CHARGES } from './processor-events.queries.ts';
import { pollEvents } from './receive-events.service.ts';

/** A running portal reads the list every ten minutes. */
const STOOD_STILL_MS = 10 * MINUTE_MS;

/** The limit for a start; the job reads the rest while families are using the portal. */
const LONGEST_MS = 20_000;

/**
 * After an outage or a restored backup, a family with an order in the lost hour cannot pay twice. A silent
 * processor stops no start. Opens its own transactions (S25).
 */
export async function readBeforeOpening(billing: BillingContext, longestMs = LONGEST_MS): Promise<void> {
  const { db, clock, log, arePaymentsOpen } = billing;
  const read = await readCursorTimes(db, 'events');
  if (!read || !arePaymentsOpen()) return;
  const whole_at = read.whole_at ?? read.read_until;
  if (clock.now().getTime() - whole_at.getTime() < STOOD_STILL_MS) return;
  const reading = readCharges(billing).catch((error: unknown) => {
    log.warn({ error: describeError(error) }, 'the events could not be read before the portal opened');
    return false;
  });
  const isRead = await within(longestMs, reading);
  if (isRead !== true)
    log.warn({ since: whole_at }, 'the portal opens before the events of charges are read');
}

async function readCharges(billing: BillingContext): Promise<boolean> {
  const { isWhole } = await pollEvents(billing);
  await processEvents(billing, { which: OF_UNKNOWN_CHARGES });
  return isWhole;
}
