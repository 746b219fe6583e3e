import { MINUTE_MS } from '#kit/durations.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import type { Db, Tx } from '#platform/db/database.ts';

/** What a charge attempt and a refund hold of their request to the processor. */
export type RequestRow = {
  id: number;
  state: string;
  first_sent_at: Date | null;
  last_sent_at: Date | null;
  /** the resolver takes the request up when this is over, and never when it is null */
  lease_until: Date | null;
  /** how often the resolver sent it again */
  replays: number;
};

type RequestChanges = Partial<Omit<RequestRow, 'id' | 'state'> & { state: 'sent' }>;

export type Answer = { k: string };

/** How requests of one kind are sent to the processor, and followed until their outcome is known. */
export type Conversation<Row extends RequestRow, Outcome extends Answer> = {
  billing: BillingContext;
  get: (db: Db, id: number) => Promise<Row>;
  lock: (tx: Tx, id: number) => Promise<Row>;
  /** locks the next unresolved row whose lease has run out; rows that are locked are passed over */
  claim: (tx: Tx, now: Date) => Promise<Row | undefined>;
  update: (tx: Tx, id: number, changes: RequestChanges) => Promise<void>;
  /** sends the request of a row, the same one with the same key each time; a lost answer is `unknown` */
  send: (row: Row) => Promise<Outcome>;
  /** asks what became of a request without sending it */
  lookUp: (row: Row) => Promise<Outcome | 'absent' | 'undetermined'>;
  record: (tx: Tx, id: number, gatewayResult: Outcome | { k: 'not_found' }) => Promise<void>;
  /** whether a flow also replays a request that another flow sent first */
  replaysForOthers: boolean;
  /** after so long the resolver sends a second time when the first answer is lost; null is never */
  secondSendAfterMs: number | null;
  /** names a row in the audit and the log: `charge_attempt:12`, `charge_attempt_id` */
  subject: string;
  undetermined: { action: string; message: string };
  crashPoints: { marked: string; answered: string; recorded: string; claimed: string; resolved: string };
};

/** How long a flow may hold a request before the resolver takes it over. */
const LEASE_MS = MINUTE_MS;

export const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS);

/** What a row holds from the moment before its request is sent for the first time. */
export const sentAt = (now: Date) => ({
  state: 'sent' as const,
  first_sent_at: now,
  last_sent_at: now,
  lease_until: leaseFrom(now),
});

const AWAITS_ANSWER: readonly string[] = ['sent', 'unknown'];

/**
 * Sends a request to the processor and records the answer. A lost answer is asked for again with the same key
 * after each pause; called for a request that another flow is sending, it waits for that one's result. What
 * is not known then is the resolver's.
 * Opens its own transactions; must not be called inside one.
 * @returns the row with what is known by then
 * Source: reliability 4.3, O10
 */
export async function sendWithLease<Row extends RequestRow, Outcome extends Answer>(
  conversation: Conversation<Row, Outcome>,
  id: number,
): Promise<Row> {
  return follow(conversation, id, await sendOnce(conversation, id, ['created']));
}

/**
 * The same for a row that is marked as sent already, by the transaction that wrote it (`sentAt`).
 * Opens its own transactions; must not be called inside one.
 */
export async function deliverMarked<Row extends RequestRow, Outcome extends Answer>(
  conversation: Conversation<Row, Outcome>,
  row: Row,
): Promise<Row> {
  await deliver(conversation, row);
  return follow(conversation, row.id, true);
}

/** Asks again for an answer that was lost, until it is known or the pauses are over. */
async function follow<Row extends RequestRow, Outcome extends Answer>(
  conversation: Conversation<Row, Outcome>,
  id: number,
  isMine: boolean,
): Promise<Row> {
  const { billing, get, replaysForOthers } = conversation;
  for (const delay of billing.replayDelaysMs) {
    const row = await get(billing.db, id);
    if (!AWAITS_ANSWER.includes(row.state)) return row;
    await billing.wait(delay);
    if (isMine || replaysForOthers) await sendOnce(conversation, id, AWAITS_ANSWER);
  }
  return get(billing.db, id);
}

/** @returns false when the request is in none of the states `from`; it is not sent then */
async function sendOnce<Row extends RequestRow, Outcome extends Answer>(
  conversation: Conversation<Row, Outcome>,
  id: number,
  from: readonly string[],
): Promise<boolean> {
  const { billing, lock, update } = conversation;
  const marked = await billing.db.transaction(async (tx) => {
    const row = await lock(tx, id);
    if (!from.includes(row.state)) return undefined;
    const now = billing.clock.now();
    await update(tx, id, {
      ...(row.state === 'created' ? { state: 'sent' } : {}),
      first_sent_at: row.first_sent_at ?? now,
      last_sent_at: now,
      lease_until: leaseFrom(now),
    });
    return row;
  });
  if (!marked) return false;
  await deliver(conversation, marked);
  return true;
}

/** Sends a request that is marked as sent, and records what came of it. */
async function deliver<Row extends RequestRow, Outcome extends Answer>(
  { billing, send, record, crashPoints }: Conversation<Row, Outcome>,
  row: Row,
): Promise<void> {
  billing.crashPoint(crashPoints.marked);
  const outcome = await send(row);
  billing.crashPoint(crashPoints.answered);
  await billing.db.transaction((tx) => record(tx, row.id, outcome));
  billing.crashPoint(crashPoints.recorded);
}
