import { writeAudit } from '#platform/audit/audit.ts';
import { absentCountsFrom, claimChanges, nextStep } from './resolver-steps.ts';
import { maySendAgain, type Answer, type Conversation, type RequestRow } from './send-with-lease.service.ts';

/** Several runs may overlap. @returns the number of claims (reliability 4.3, I9, I13, O10) */
export async function resolveUnanswered<Row extends RequestRow, Outcome extends Answer>(
  conversation: Conversation<Row, Outcome>,
): Promise<number> {
  const { billing, claim, update, record, crashPoints } = conversation;
  for (let count = 0; ; count++) {
    const claimed = await billing.db.transaction(async (tx) => {
      const now = billing.clock.now();
      const row = await claim(tx, now);
      if (!row) return undefined;
      const step = nextStep(row, { now, idemHours: billing.gateway.caps.idemHours });
      await update(tx, row.id, claimChanges(step, row, now));
      return { row, ask: step === 'look_up' ? lookUp : replay };
    });
    if (!claimed) return count;
    billing.crashPoint(crashPoints.claimed);
    const gatewayResult = await claimed.ask(conversation, claimed.row);
    if (!gatewayResult) continue;
    billing.crashPoint(crashPoints.resolved);
    await billing.db.transaction((tx) => record(tx, claimed.row.id, gatewayResult));
  }
}

/** A release may change requests: a key spent for another request is only looked up. */
async function replay<Row extends RequestRow, Outcome extends Answer>(
  conversation: Conversation<Row, Outcome>,
  row: Row,
): Promise<Outcome | { k: 'not_found' } | undefined> {
  const outcome = await sendUpToTwice(conversation, row);
  return outcome.is_key_spent ? lookUp(conversation, row) : outcome;
}

// A second send mostly finds the lost answer, and spares a family minutes until the next replay.
async function sendUpToTwice<Row extends RequestRow, Outcome extends Answer>(
  { billing, send, update, secondSendAfterMs }: Conversation<Row, Outcome>,
  row: Row,
): Promise<Outcome> {
  const outcome = await send(row);
  if (outcome.k !== 'unknown' || outcome.is_key_spent || secondSendAfterMs === null) return outcome;
  if (!maySendAgain(billing, row.first_sent_at)) return outcome;
  await billing.wait(secondSendAfterMs);
  await billing.db.transaction((tx) => update(tx, row.id, { last_sent_at: billing.clock.now() }));
  return send(row);
}

/** @returns undefined when the processor cannot answer, and while an absence is too early to count */
async function lookUp<Row extends RequestRow, Outcome extends Answer>(
  conversation: Conversation<Row, Outcome>,
  row: Row,
): Promise<Outcome | { k: 'not_found' } | undefined> {
  const { billing, update } = conversation;
  const found = await conversation.lookUp(row);
  if (found === 'undetermined') return flagForManualReview(conversation, row);
  if (found !== 'absent') return found;
  const countsFrom = absentCountsFrom(row.last_sent_at!);
  if (billing.clock.now() >= countsFrom) return { k: 'not_found' };
  await billing.db.transaction((tx) => update(tx, row.id, { lease_until: countsFrom }));
  return undefined;
}

// Without a lease no flow claims the row again: nothing is charged anew, the reservation of a refund stays,
// and nothing is refunded twice.
async function flagForManualReview<Row extends RequestRow, Outcome extends Answer>(
  { billing, update, subject, undetermined }: Conversation<Row, Outcome>,
  { id, state }: Row,
): Promise<undefined> {
  const entry = { action: undetermined.action, subject: `${subject}:${id}`, detail: { state } };
  await billing.db.transaction(async (tx) => {
    await update(tx, id, { lease_until: null });
    await writeAudit(tx, billing.clock.now(), undefined, entry);
  });
  billing.log.error({ [`${subject}_id`]: id }, undetermined.message);
}
