import { MINUTE_MS } from '#kit/durations.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { isKeyKnown } from './resolver-steps.ts';
import type { Sending } from '#modules/billing/payments/attempts.queries.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type RequestRow = {
  id: number;
  state: string;
  first_sent_at: Date | null;
  last_sent_at: Date | null;
  /** null: never taken over by the resolver */
  lease_until: Date | null;
  replays: number;
};

type RequestChanges = Partial<Omit<RequestRow, 'id' | 'state'> & { state: 'sent' }>;

export type Answer = { k: string; is_key_spent?: true };

export type Conversation<Row extends RequestRow, Outcome extends Answer> = {
  billing: BillingContext;
  get: (db: Db, id: number) => Promise<Row>;
  /** waits for the lock of the row; undefined and unchanged when the row is in none of the states `from` */
  mark: (tx: Tx, id: number, sending: Sending) => Promise<Row | undefined>;
  claim: (tx: Tx, now: Date) => Promise<Row | undefined>;
  update: (tx: Tx, id: number, changes: RequestChanges) => Promise<unknown>;
  /** the same content and key each time; a lost answer is `unknown` */
  send: (row: Row) => Promise<Outcome>;
  lookUp: (row: Row) => Promise<Outcome | 'absent' | 'undetermined'>;
  record: (tx: Tx, id: number, gatewayResult: Outcome | { k: 'not_found' }) => Promise<Row>;
  /** a flow also replays a request first sent by another flow */
  replaysForOthers: boolean;
  /** pause before a second send by the resolver after a lost answer; null for no second send */
  secondSendAfterMs: number | null;
  /** names a row in the audit and the log: `charge_attempt:12`, `charge_attempt_id` */
  subject: string;
  undetermined: { action: string; message: string };
  crashPoints: { marked: string; answered: string; recorded: string; claimed: string; resolved: string };
};

/** After this time the resolver takes a request over from a flow. */
const LEASE_MS = MINUTE_MS;

export const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS);

const AWAITS_ANSWER: readonly string[] = ['sent', 'unknown'];

/**
 * A lost answer is requested again with the same key; for a request of another flow, waits for the result
 * there. Opens transactions of its own (reliability 4.3, O10).
 */
export async function sendWithLease<Row extends RequestRow, Outcome extends Answer>(
  conversation: Conversation<Row, Outcome>,
  id: number,
): Promise<Row> {
  const last = await sendOnce(conversation, id, ['created']);
  await follow(conversation, id, last);
  return conversation.get(conversation.billing.db, id);
}

/** Nobody waits for the row. @returns true if the request was sent */
export async function sendUntilAnswered<Row extends RequestRow, Outcome extends Answer>(
  conversation: Conversation<Row, Outcome>,
  id: number,
): Promise<boolean> {
  const first = await sendOnce(conversation, id, ['created']);
  await follow(conversation, id, first);
  return first !== 'not_sent';
}

type Sent = 'not_sent' | 'lost' | 'key_spent' | 'answered';

export const maySendAgain = ({ clock, gateway }: BillingContext, first_sent_at: Date | null): boolean =>
  isKeyKnown(first_sent_at ?? clock.now(), { now: clock.now(), idemHours: gateway.caps.idemHours });

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

/** @returns `key_spent` when a repeated send will not be answered */
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
