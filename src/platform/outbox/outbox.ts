import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mail, Mailer } from '#platform/mail/mailer.ts';
import { answerOf, faultOf } from '#platform/mail/refused-mail.ts';
import { countedLines } from '#platform/throttle/counted-lines.ts';
import { DAY_MS, MINUTE_MS } from '#kit/durations.ts';
import { FAULTS_OF_ALL, type MailFault } from '#kit/mail-faults.ts';
import {
  claimDueRows,
  deleteOutboxRowsOf,
  eraseOutboxRowsOf,
  eraseWordsGivenUp,
  deleteUntried,
  hasDueRow,
  hasTakenMailSince,
  insertOutboxRows,
  markFailed,
  markPointless,
  markSent,
  releaseRows,
  type OutboxRow,
} from './outbox.queries.ts';
import { WITHOUT_PAUSE, type Pace } from './pace.ts';

const FIRST_MS = 30_000;

const LONGEST_MS = 15 * MINUTE_MS;

/** About two weeks of attempts; after the last, staff take care of the mail. */
const MAX_TRIES = 1_300;

/** Leaves out texts of people: any text that is not a state, a day or another word of ours. */
type Facts<T> = T extends string
  ? string extends T
    ? never
    : T
  : T extends Date
    ? T
    : T extends object
      ? { [Key in keyof T]: Facts<T[Key]> }
      : T;

/** By these ids erasure finds the words of a mail. */
type Owner = { user_id: number | null } | { order_id: number };

/**
 * `payload` has ids, and facts stored nowhere else; addresses and texts of people stand in `words` and are
 * deleted once the mail is sent (MH11). The renderer gets both together.
 */
export type QueuedEmail<Payload extends object> = { kind: string; ref: string } & (
  | { payload: Payload & Facts<Payload>; words?: undefined }
  | { payload: Payload & Facts<Payload> & Owner; words: Readonly<Record<string, unknown>> }
);

export type OutboxDeps = { db: Database; mail: Mailer; clock: Clock; log: Log };

/** An older row with `to_others` is for the second reader and on. */
const readerOf = (payload: Record<string, unknown>): number =>
  Number(payload['reader'] ?? (payload['to_others'] ? 1 : 0));

/** With `hasOthers`, another reader gets a separate mail, made with `reader`. */
export type Message = Omit<Mail, 'ref'> & { hasOthers?: boolean };

/** Called just before the send, again on every attempt; undefined when nothing is to be sent any more. */
export type Renderer = (payload: Record<string, unknown>) => Promise<Message | undefined>;

export type Renderers = Record<string, Renderer>;

/** A repeated kind and ref changes nothing. */
export const enqueue = <const Payload extends object>(
  tx: Tx,
  now: Date,
  mail: QueuedEmail<Payload>,
): Promise<void> => enqueueAll(tx, now, [mail]);

/** With one statement. */
export function enqueueAll<const Payload extends object>(
  tx: Tx,
  created_at: Date,
  mails: readonly QueuedEmail<Payload>[],
): Promise<void> {
  const rows = mails.map(({ kind, ref, payload, words = null }) => ({
    kind,
    ref,
    payload,
    words,
    created_at,
  }));
  return insertOutboxRows(tx, rows);
}

export async function forgetMailsOf(tx: Tx, user_id: number): Promise<void> {
  await deleteOutboxRowsOf(tx, user_id);
}

export async function forgetWordsOf(tx: Tx, order_ids: readonly number[]): Promise<void> {
  await eraseOutboxRowsOf(tx, order_ids);
}

/** How long the words of a mail that was given up are kept for staff. */
const GIVEN_UP_MS = 30 * DAY_MS;

export async function forgetWordsGivenUp({ db, clock }: Pick<OutboxDeps, 'db' | 'clock'>): Promise<void> {
  await eraseWordsGivenUp(db, new Date(clock.now().getTime() - GIVEN_UP_MS));
}

/** Withdraws mails nobody has begun to send, because another mail says the same and more. */
export async function takeBackMails(tx: Tx, ids: readonly number[]): Promise<number[]> {
  return ids.length > 0 ? deleteUntried(tx, ids) : [];
}

const BATCH = 20;

// Longer than a batch of slow sends; afterwards another drain claims the rows of a dead drain.
const LEASE_MS = 15 * MINUTE_MS;

type InHand = { ids: Set<number>; lastClaim: Promise<unknown> };

const inHandByMailer = new WeakMap<Mailer, InHand>();

function inHandOf(mail: Mailer): InHand {
  const inHand = inHandByMailer.get(mail) ?? { ids: new Set(), lastClaim: Promise.resolve() };
  inHandByMailer.set(mail, inHand);
  return inHand;
}

type Batch = { rows: OutboxRow[]; lease_until: Date };

/** A lease ends at once when staff move the sandbox's clock (K1), so rows in hand are left out. */
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

export const hasDueMail = ({ db, clock }: Pick<OutboxDeps, 'db' | 'clock'>): Promise<boolean> =>
  hasDueRow(db, clock.now());

/**
 * Several drains may run at once. A crash between the send and the mark repeats a mail under the same
 * Message-ID; nothing else repeats a mail, and no mail is lost.
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
    // If the server takes no mail, the rest need not wait for a time limit each.
    const isServerAway =
      outcomes.includes('all refused') ||
      (outcomes.includes('server away') && !outcomes.some((outcome) => SENT.has(outcome)));
    const isMoreToDo = batch.rows.length === BATCH || outcomes.includes('done, others wait');
    if (isServerAway || !isMoreToDo) return;
  }
}

/** When the process ends, the rest is released, to spare the next portal the wait for the lease. */
async function sendBatch(
  deps: OutboxDeps,
  renderers: Renderers,
  { rows, lease_until, pace }: Batch & { pace: Pace },
): Promise<Outcome[]> {
  const waiting = [...rows];
  const outcomes: Outcome[] = [];
  try {
    // After a refusal of everything, further attempts may lock the portal out.
    while (waiting.length > 0 && !pace.isStopping() && outcomes.at(-1) !== 'all refused') {
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

type Outcome = 'done' | 'done, others wait' | 'failed' | 'server away' | 'all refused';

const SENT: ReadonlySet<Outcome> = new Set<Outcome>(['done', 'done, others wait']);

async function sendRow(deps: OutboxDeps, render: Renderer, row: OutboxRow): Promise<Outcome> {
  const { db, mail, clock } = deps;
  let isMade = false;
  try {
    const message = await render({ ...row.payload, ...row.words, reader: readerOf(row.payload) });
    isMade = true;
    const { hasOthers, ...sent } = message ?? {};
    if (hasOthers) await insertNextReader(db, row, clock.now());
    if (message) await mail.send({ ...(sent as Omit<Mail, 'ref'>), ref: `${row.kind}.${row.ref}` });
    await (message ? markSent : markPointless)(db, row.id, clock.now());
    return hasOthers ? 'done, others wait' : 'done';
  } catch (error) {
    const fault = isMade ? faultOf(error) : undefined;
    await recordFailure(deps, row, { error, fault });
    if (fault && FAULTS_OF_ALL.has(fault)) return 'all refused';
    return isMade && !fault && !isAboutMessage(error) ? 'server away' : 'failed';
  }
}

type Failure = { error: unknown; fault: MailFault | undefined };

async function recordFailure(deps: OutboxDeps, row: OutboxRow, failure: Failure): Promise<void> {
  const { db, clock, log } = deps;
  const { error, fault } = failure;
  const now = clock.now();
  const described = describeError(error);
  const answer = answerOf(error) ?? (fault ? described.code : undefined);
  const given_up_at = (await isGivenUp(db, row, fault)) ? now : null;
  log[given_up_at ? 'error' : 'warn'](
    // The words of a mail server repeat the address that it refuses.
    {
      outbox_id: row.id,
      kind: row.kind,
      tries: row.tries,
      fault,
      ...(answer ? { answer } : { error: described }),
    },
    given_up_at ? 'a mail is given up' : 'a mail could not be sent',
  );
  if (fault && FAULTS_OF_ALL.has(fault)) tellOfRefusal(deps, fault, answer);
  await markFailed(db, row.id, {
    next_try_at: new Date(now.getTime() + retryDelayMs(row.tries)),
    given_up_at,
    last_error: answer ?? described.code ?? described.name,
    fault: fault ?? null,
    refused_since: fault ? (row.refused_since ?? now) : null,
  });
}

const refusalsOf = countedLines();

/** Sender, login or server: every mail waits until a person corrects the setting. */
function tellOfRefusal({ log, clock }: OutboxDeps, fault: MailFault, answer: string | undefined): void {
  const refusals = refusalsOf(fault, clock.now());
  if (refusals !== undefined) log.error({ fault, answer, refusals }, 'the mail server refuses every mail');
}

/**
 * A refusal of one address or one message is final. An unclear one may mean the portal's sender: the mail
 * waits until the server has taken another mail since the first refusal.
 */
async function isGivenUp(db: Database, row: OutboxRow, fault: MailFault | undefined): Promise<boolean> {
  if (row.tries >= MAX_TRIES || fault === 'address' || fault === 'message') return true;
  if (fault !== 'unclear' || !row.refused_since) return false;
  return hasTakenMailSince(db, row.refused_since);
}

/** Each reader has a separate row: a failure repeats no other mail. */
function insertNextReader(
  db: Database,
  { kind, ref, payload, words }: OutboxRow,
  created_at: Date,
): Promise<void> {
  const reader = readerOf(payload) + 1;
  const next = { kind, ref: `${ref.replace(/\.reader-\d+$/, '')}.reader-${reader}`, created_at };
  return db.transaction((tx) => insertOutboxRows(tx, [{ ...next, words, payload: { ...payload, reader } }]));
}

function retryDelayMs(tries: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries - 1, 10));
}

function isAboutMessage(error: unknown): error is Error & { responseCode: number } {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number';
}
