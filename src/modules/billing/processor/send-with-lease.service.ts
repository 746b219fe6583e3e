import { MINUTE_MS } from '#kit/durations.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { isKeyKnown } from './resolver-steps.ts';
import type { Sending } from '#modules/billing/payments/attempts.queries.ts';
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

export type Answer = { k: string; is_key_spent?: true };

/** How requests of one kind are sent to the processor, and followed until their outcome is known. */
export type Conversation<Row extends RequestRow, Outcome extends Answer> = {
  billing: BillingContext;
  get: (db: Db, id: number) => Promise<Row>;
  /**
   * marks a row as sent, unless it is in none of the states `from`: then it is undefined and stays as it was.
   * One statement, which waits for whoever has the row
   */
  mark: (tx: Tx, id: number, sending: Sending) => Promise<Row | undefined>;
  /** locks the next unresolved row whose lease has run out; rows that are locked are passed over */
  claim: (tx: Tx, now: Date) => Promise<Row | undefined>;
  update: (tx: Tx, id: number, changes: RequestChanges) => Promise<unknown>;
  /** sends the request of a row, the same one with the same key each time; a lost answer is `unknown` */
  send: (row: Row) => Promise<Outcome>;
  /** asks what became of a request without sending it */
  lookUp: (row: Row) => Promise<Outcome | 'absent' | 'undetermined'>;
  /** writes down what came of a request; the row as it is then */
  record: (tx: Tx, id: number, gatewayResult: Outcome | { k: 'not_found' }) => Promise<Row>;
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
  const last = await sendOnce(conversation, id, ['created']);
  await follow(conversation, id, last);
  return conversation.get(conversation.billing.db, id);
}

/** The same where nobody waits for the result. @returns whether it was sent */
export async function sendUntilAnswered<Row extends RequestRow, Outcome extends Answer>(
  conversation: Conversation<Row, Outcome>,
  id: number,
): Promise<boolean> {
  const first = await sendOnce(conversation, id, ['created']);
  await follow(conversation, id, first);
  return first !== 'not_sent';
}

type Sent = 'not_sent' | 'lost' | 'key_spent' | 'answered';

/** Whether the processor takes a request that is sent again for the same one. */
export const maySendAgain = ({ clock, gateway }: BillingContext, first_sent_at: Date | null): boolean =>
  isKeyKnown(first_sent_at ?? clock.now(), { now: clock.now(), idemHours: gateway.caps.idemHours });

/** Asks again for an answer that was lost, until it is known or the pauses are over. */
async function follow<Row extends RequestRow, Outcome extends Answer>(
  conversation: Conversation<Row, Outcome>,
  id: number,
  first: Sent,
): Promise<void> {
  const { billing, get, replaysForOthers } = conversation;
  let last = first;
  for (const delay of billing.replayDelaysMs) {
    if (last === 'answered' || last === 'key_spent') return;
    const { state, first_sent_at } = await get(billing.db, id);
    if (!AWAITS_ANSWER.includes(state)) return;
    await billing.wait(delay);
    const isOurs = first !== 'not_sent' || replaysForOthers;
    if (isOurs && maySendAgain(billing, first_sent_at))
      last = await sendOnce(conversation, id, AWAITS_ANSWER);
  }
}

/**
 * @returns `not_sent` when the request is in none of the states `from`; `key_spent` when sending it again
 *   will not be answered
 */
async function sendOnce<Row extends RequestRow, Outcome extends Answer>(
  conversation: Conversation<Row, Outcome>,
  id: number,
  from: readonly string[],
): Promise<Sent> {
  const { billing, mark } = conversation;
  const marked = await billing.db.transaction((tx) => {
    const now = billing.clock.now();
    return mark(tx, id, { from, now, lease_until: leaseFrom(now) });
  });
  return marked ? deliver(conversation, marked) : 'not_sent';
}

/** Sends a request that is marked as sent, and records what came of it. */
async function deliver<Row extends RequestRow, Outcome extends Answer>(
  { billing, send, record, crashPoints }: Conversation<Row, Outcome>,
  row: Row,
): Promise<Sent> {
  billing.crashPoint(crashPoints.marked);
  const outcome = await send(row);
  billing.crashPoint(crashPoints.answered);
  await billing.db.transaction((tx) => record(tx, row.id, outcome));
  billing.crashPoint(crashPoints.recorded);
  return fateOf(outcome);
}

function fateOf(outcome: Answer): Sent {
  if (outcome.k !== 'unknown') return 'answered';
  return outcome.is_key_spent ? 'key_spent' : 'lost';
}
