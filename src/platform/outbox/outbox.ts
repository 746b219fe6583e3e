import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mail, Mailer } from '#platform/mail/mailer.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import {
  claimDueRows,
  hasDueRow,
  insertOutboxRow,
  markFailed,
  markSent,
  releaseRows,
  type OutboxRow,
} from './outbox.queries.ts';
import { WITHOUT_PAUSE, type Pace } from './pace.ts';

const FIRST_MS = 30_000;

const LONGEST_MS = 15 * MINUTE_MS;

/** About two weeks of tries; after that a message is left to staff. */
const MAX_TRIES = 1_300;

/** What a module knows about one kind of mail when the decision to send it is made; ids, no texts. */
export type QueuedEmail = { kind: string; ref: string; payload: Record<string, unknown> };

/** The part of the app context that the drain needs. */
export type OutboxDeps = { db: Database; mail: Mailer; clock: Clock; log: Log };

/**
 * Makes the message of one row when it is about to leave; undefined when nothing is to be sent any more
 * (the account is gone). It runs again on every retry.
 */
export type Renderer = (payload: Record<string, unknown>) => Promise<Omit<Mail, 'ref'> | undefined>;

export type Renderers = Record<string, Renderer>;

/**
 * Writes down, in the transaction that decides it, that a mail is to be sent. Doing so again for the
 * same kind and ref changes nothing.
 */
export async function enqueue(tx: Tx, now: Date, email: QueuedEmail): Promise<void> {
  await insertOutboxRow(tx, { ...email, created_at: now });
}

const BATCH = 20;

// Longer than a batch of slow sends; a row of a drain that died is taken up again after it.
const LEASE_MS = 15 * MINUTE_MS;

/** The rows that this process has claimed and not finished, and its last claim. */
type InHand = { ids: Set<number>; lastClaim: Promise<unknown> };

const inHandByMailer = new WeakMap<Mailer, InHand>();

function inHandOf(mail: Mailer): InHand {
  const inHand = inHandByMailer.get(mail) ?? { ids: new Set(), lastClaim: Promise.resolve() };
  inHandByMailer.set(mail, inHand);
  return inHand;
}

type Batch = { rows: OutboxRow[]; lease_until: Date };

/**
 * Claims a batch, and never a row that this process is still sending: its lease ends at once when staff move
 * the sandbox's clock (K1). Claims wait for each other, so that none misses what the one before has taken.
 */
async function claimBatch({ db, mail, clock }: OutboxDeps, kinds: string[]): Promise<Batch> {
  const inHand = inHandOf(mail);
  const claimed = inHand.lastClaim.then(async () => {
    const now = clock.now();
    const lease_until = new Date(now.getTime() + LEASE_MS);
    const except = [...inHand.ids];
    const rows = await claimDueRows(db, {
      kinds,
      now,
      lease_until,
      maxTries: MAX_TRIES,
      limit: BATCH,
      except,
    });
    for (const { id } of rows) inHand.ids.add(id);
    return { rows, lease_until };
  });
  inHand.lastClaim = claimed.catch(() => undefined);
  return claimed;
}

/** Whether a mail waits to be sent; asked often, so it costs next to nothing. */
export const hasDueMail = ({ db, clock }: Pick<OutboxDeps, 'db' | 'clock'>): Promise<boolean> =>
  hasDueRow(db, { now: clock.now(), maxTries: MAX_TRIES });

/**
 * Sends everything that is due. Several may run at once: each row is claimed by one of them.
 * Sending and marking are two steps, so a crash between them sends a mail a second time, under the
 * same Message-ID; nothing else does, and no mail is ever lost.
 */
export async function drainOutbox(
  deps: OutboxDeps,
  renderers: Renderers,
  pace: Pace = WITHOUT_PAUSE,
): Promise<void> {
  const kinds = Object.keys(renderers);
  if (kinds.length === 0) return;
  for (;;) {
    await pace.beforeBatch();
    if (pace.isStopping()) return;
    const batch = await claimBatch(deps, kinds);
    const sent = await sendBatch(deps, renderers, { ...batch, pace });
    // Where nothing gets through, the rest need not wait out a time limit each; the next drain tries again.
    if (sent === 0 || batch.rows.length < BATCH) return;
  }
}

/**
 * Sends a batch, one mail after the other. When the process is to end, the mail on its way is the last one;
 * the rest is released, so that the next portal need not wait for the lease.
 * @returns how many were sent
 */
async function sendBatch(
  deps: OutboxDeps,
  renderers: Renderers,
  { rows, lease_until, pace }: Batch & { pace: Pace },
): Promise<number> {
  const waiting = [...rows];
  let sent = 0;
  try {
    while (waiting.length > 0 && !pace.isStopping()) {
      const row = waiting.shift()!;
      if (await sendRow(deps, renderers[row.kind]!, row)) sent += 1;
    }
    const rest = waiting.map(({ id }) => id);
    if (rest.length > 0) await releaseRows(deps.db, rest, lease_until);
  } finally {
    for (const { id } of rows) inHandOf(deps.mail).ids.delete(id);
  }
  return sent;
}

async function sendRow(
  { db, mail, clock, log }: OutboxDeps,
  render: Renderer,
  row: OutboxRow,
): Promise<boolean> {
  try {
    const message = await render(row.payload);
    if (message) await mail.send({ ...message, ref: `${row.kind}.${row.ref}` });
    await markSent(db, row.id, clock.now());
    return true;
  } catch (error) {
    const described = describeError(error);
    log.warn(
      { outbox_id: row.id, kind: row.kind, tries: row.tries, error: described },
      'a mail could not be sent',
    );
    const next_try_at = new Date(clock.now().getTime() + retryDelayMs(row.tries));
    await markFailed(db, row.id, { next_try_at, last_error: described.code ?? described.name });
    return false;
  }
}

/** How long after the n-th failed try the next one waits: 30 s, doubling up to a quarter of an hour. */
function retryDelayMs(tries: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries - 1, 10));
}
