import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mail, Mailer } from '#platform/mail/mailer.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import {
  claimDueRows,
  countWaitingRows,
  deleteOutboxRowsOf,
  deleteUntried,
  hasDueRow,
  insertOutboxRows,
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

/** Which of its readers a mail is for; rows of older versions were for all but the first. */
const readerOf = (payload: Record<string, unknown>): number =>
  Number(payload['reader'] ?? (payload['to_others'] ? 1 : 0));

/** What a row becomes. With `hasOthers` another reader gets a mail of its own, made with `reader`. */
export type Message = Omit<Mail, 'ref'> & { hasOthers?: boolean };

/**
 * Makes the message of one row when it is about to leave; undefined when nothing is to be sent any more
 * (the account is gone). It runs again on every retry.
 */
export type Renderer = (payload: Record<string, unknown>) => Promise<Message | undefined>;

export type Renderers = Record<string, Renderer>;

/**
 * Writes down, in the transaction that decides it, that a mail is to be sent. Doing so again for the
 * same kind and ref changes nothing.
 */
export function enqueue(tx: Tx, now: Date, { kind, ref, payload }: QueuedEmail): Promise<void> {
  return insertOutboxRows(tx, [{ kind, ref, payload, created_at: now }]);
}

/** Forgets what was to be sent, or was sent, about an account that is deleted. */
export async function forgetMailsOf(tx: Tx, user_id: number): Promise<void> {
  await deleteOutboxRowsOf(tx, user_id);
}

/**
 * Takes back mails that nobody has begun to send, as another one says the same and more.
 * @returns the ids of those that will not be sent
 */
export async function takeBackMails(tx: Tx, ids: readonly number[]): Promise<number[]> {
  return ids.length > 0 ? deleteUntried(tx, ids) : [];
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
  hasDueRow(db, clock.now());

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
    const outcomes = await sendBatch(deps, renderers, { ...batch, pace });
    // Where the mail server takes nothing, the rest need not wait out a time limit each; the next drain tries
    // again.
    const isServerAway = outcomes.includes('server away') && !outcomes.some((outcome) => SENT.has(outcome));
    const isMoreToDo = batch.rows.length === BATCH || outcomes.includes('done, others wait');
    if (isServerAway || !isMoreToDo) return;
  }
}

/**
 * Sends a batch, one mail after the other. When the process is to end, the mail on its way is the last one;
 * the rest is released, so that the next portal need not wait for the lease.
 * @returns what became of each that was begun
 */
async function sendBatch(
  deps: OutboxDeps,
  renderers: Renderers,
  { rows, lease_until, pace }: Batch & { pace: Pace },
): Promise<Outcome[]> {
  const waiting = [...rows];
  const outcomes: Outcome[] = [];
  try {
    while (waiting.length > 0 && !pace.isStopping()) {
      const row = waiting.shift()!;
      outcomes.push(await sendRow(deps, renderers[row.kind]!, row));
    }
    const rest = waiting.map(({ id }) => id);
    if (rest.length > 0) await releaseRows(deps.db, rest, lease_until);
  } finally {
    for (const { id } of rows) inHandOf(deps.mail).ids.delete(id);
  }
  return outcomes;
}

/** A mail was sent or put away; it was refused or could not be made; or the mail server took no word. */
type Outcome = 'done' | 'done, others wait' | 'failed' | 'server away';

const SENT: ReadonlySet<Outcome> = new Set<Outcome>(['done', 'done, others wait']);

async function sendRow(
  { db, mail, clock, log }: OutboxDeps,
  render: Renderer,
  row: OutboxRow,
): Promise<Outcome> {
  let isMade = false;
  try {
    const message = await render({ ...row.payload, reader: readerOf(row.payload) });
    isMade = true;
    const { hasOthers, ...sent } = message ?? {};
    if (hasOthers) await insertNextReader(db, row, clock.now());
    if (message) await mail.send({ ...(sent as Omit<Mail, 'ref'>), ref: `${row.kind}.${row.ref}` });
    await markSent(db, row.id, clock.now());
    return hasOthers ? 'done, others wait' : 'done';
  } catch (error) {
    const described = describeError(error);
    const isGivenUp = isRefusedForGood(error) || row.tries >= MAX_TRIES;
    log[isGivenUp ? 'error' : 'warn'](
      { outbox_id: row.id, kind: row.kind, tries: row.tries, error: described },
      isGivenUp ? 'a mail is given up' : 'a mail could not be sent',
    );
    const now = clock.now();
    await markFailed(db, row.id, {
      next_try_at: new Date(now.getTime() + retryDelayMs(row.tries)),
      given_up_at: isGivenUp ? now : null,
      last_error: described.code ?? described.name,
    });
    return isMade && !isAboutMessage(error) ? 'server away' : 'failed';
  }
}

/** Each reader has a row of its own, so that a failure repeats no other mail. */
function insertNextReader(db: Database, { kind, ref, payload }: OutboxRow, created_at: Date): Promise<void> {
  const reader = readerOf(payload) + 1;
  const next = { kind, ref: `${ref.replace(/\.reader-\d+$/, '')}.reader-${reader}`, created_at };
  return db.transaction((tx) => insertOutboxRows(tx, [{ ...next, payload: { ...payload, reader } }]));
}

/** How long after the n-th failed try the next one waits: 30 s, doubling up to a quarter of an hour. */
function retryDelayMs(tries: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries - 1, 10));
}

/** The mail server's word about one message or its receivers, and no trouble of the line or the login. */
function isAboutMessage(error: unknown): error is Error & { responseCode: number } {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number';
}

/** A 5xx is the mail server's last word: the address does not exist, or the message is not wanted. */
const isRefusedForGood = (error: unknown): boolean => isAboutMessage(error) && error.responseCode >= 500;

/** After so long a mail that waits is a matter for whoever runs the portal. */
const ALARM_AFTER_MS = 30 * MINUTE_MS;

/**
 * How many mails wait, and for how long the oldest has, in whole seconds.
 * Source: H16
 */
export async function readMailBacklog({
  db,
  clock,
}: Pick<OutboxDeps, 'db' | 'clock'>): Promise<{ waiting: number; oldest_s: number }> {
  const { waiting, oldest_at } = await countWaitingRows(db);
  const ageMs = oldest_at ? clock.now().getTime() - oldest_at.getTime() : 0;
  return { waiting, oldest_s: Math.max(0, Math.floor(ageMs / 1000)) };
}

/** Calls a person when mails do not get out: an error in the log for as long as the oldest waits too long. */
export async function watchMailBacklog(deps: Pick<OutboxDeps, 'db' | 'clock' | 'log'>): Promise<void> {
  const backlog = await readMailBacklog(deps);
  if (backlog.oldest_s * 1000 >= ALARM_AFTER_MS) deps.log.error(backlog, 'mails wait for too long');
}
