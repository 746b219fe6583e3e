import { MINUTE_MS } from '#kit/durations.ts';
import { within } from '#kit/within.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { readCursorTimes } from '#modules/billing/processor/cursors.queries.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { processEvents } from './process-events.service.ts';
import { OF_UNKNOWN_CHARGES } from './processor-events.queries.ts';
import { pollEvents } from './receive-events.service.ts';

/** A portal that runs reads the list each minute; one that has not stood still, or was put back. */
const STOOD_STILL_MS = 10 * MINUTE_MS;

/** No start takes longer for it: what is left is read by the job, while families are there already. */
const LONGEST_MS = 20_000;

/**
 * Reads what the processor charged since a portal that stood still has last looked, before it lets anybody
 * in: after a backup was put back, a family that has ordered in the lost hour cannot do so a second time.
 * A portal that was never open, or whose payments are closed, reads nothing. A processor that does not answer
 * keeps no portal from opening. Opens its own transactions; must not be called inside one.
 * Source: S25
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

/** @returns whether the list was read to its end */
async function readCharges(billing: BillingContext): Promise<boolean> {
  const { isWhole } = await pollEvents(billing);
  await processEvents(billing, { which: OF_UNKNOWN_CHARGES });
  return isWhole;
}
