import { invariant } from '#kit/invariant.ts';
import { addMonthsClamped, parseUsDate, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { ThrottleRule } from '#platform/throttle/throttle-rule.ts';
import { networkOf, consumeAttempt } from '#platform/throttle/throttle.ts';
import { fingerprintOf } from '#platform/tokens/tokens.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { MINUTE_MS, DAY_MS } from '#kit/durations.ts';
import { mapDays } from './application.contract.ts';
import { isBegun, withoutHidden, type JobApplication } from './application.shapes.ts';
import {
  deleteApplicationsBefore,
  drawApplicationId,
  findRepeated,
  insertApplication,
  lockFingerprint,
} from './applications.queries.ts';
import { applicationEmail } from './careers.emails.ts';
import { careersRefusals } from './careers.refusals.ts';
import { isOfAge } from './of-age.ts';
import { sealApplication, type StoredExperience } from './encrypted-applications.service.ts';

/** Without a key, the same words within this time count as the same press (as O3). */
const REPEAT_WINDOW_MS = MINUTE_MS;

const KEPT_MONTHS = 12;
const TRAPPED_KEPT_DAYS = 30;

const APPLICATIONS_OF_NETWORK: ThrottleRule = {
  scope: 'job-application.network',
  attempts: 5,
  windowMs: 60 * MINUTE_MS,
  lock: { kind: 'rest_of_window' },
};

export type Reception = { db: Database; clock: Clock; vault: Vault; asksConviction: boolean };

type Sent = { form: JobApplication; idempotency_key: string | undefined; ip: string };

/**
 * Also mails the hiring mailbox; a repeated press finds the first application (U, W13).
 * @throws Refusal under_age; too_many_applications after five an hour from one network; request_reused for a
 *   key sent before with other words
 */
export async function receiveApplication(
  reception: Reception,
  { form, idempotency_key, ip }: Sent,
): Promise<void> {
  const { db, clock, vault } = reception;
  const now = clock.now();
  if (!isOfAge(form.date_of_birth, clock.today()))
    throw refuseField(careersRefusals.under_age, 'date_of_birth');
  const submission = {
    request_key: idempotency_key ? fingerprintOf(idempotency_key) : null,
    fingerprints: fingerprintsOf(vault, form),
    since: new Date(now.getTime() - REPEAT_WINDOW_MS),
  };
  // A repeated press is no further application, so nothing is counted.
  if (await isRepeated(db, submission)) return;
  const wait = await consumeAttempt(db, APPLICATIONS_OF_NETWORK, networkOf(ip), now);
  if (wait > 0) throw new Refusal(careersRefusals.too_many_applications, { retry_after_s: wait });
  await db.transaction((tx) => saveOnce(tx, reception, { form, submission, now }));
}

type Submission = Parameters<typeof findRepeated>[1];

async function isRepeated(db: Db, submission: Submission): Promise<boolean> {
  const earlier = await findRepeated(db, submission);
  // A fingerprint unknown to every key is from an earlier version or a removed key: only the request key
  // counts.
  if (earlier?.fingerprint && !submission.fingerprints.includes(earlier.fingerprint))
    throw new Refusal(careersRefusals.request_reused);
  return earlier !== undefined;
}

type Received = { form: JobApplication; submission: Submission; now: Date };

async function saveOnce(tx: Tx, reception: Reception, { form, submission, now }: Received): Promise<void> {
  const [fingerprint = ''] = submission.fingerprints;
  await lockFingerprint(tx, fingerprint);
  if (await isRepeated(tx, submission)) return;
  const id = await drawApplicationId(tx);
  const row = sealApplication(reception.vault, {
    ...typedBy(reception, form),
    id,
    created_at: now,
    request_key: submission.request_key,
    fingerprint,
    trapped_at: form.website ? now : null,
  });
  const isNew = await insertApplication(tx, row);
  if (isNew && !form.website) await enqueue(tx, now, applicationEmail(id));
}

/** Signed under each key of the ring, the first key first, so nobody else can guess at the words. */
function fingerprintsOf(vault: Vault, { website: _bait, ...form }: JobApplication): string[] {
  const said = Object.entries(form).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return vault.signatures('job application', JSON.stringify(said));
}

function typedBy({ asksConviction }: Reception, form: JobApplication) {
  // An answer not asked for is not kept, whatever a client sends (Fair Chance Act).
  const asked = asksConviction ? withoutHidden(form) : { ...form, was_convicted: null, charges: null };
  const { website: _bait, experience, ...fields } = mapDays(asked, dayOf);
  return { ...fields, experience: experience.filter(isBegun).map(namedJob) };
}

function namedJob({ employer, job_title, ...rest }: JobApplication['experience'][number]): StoredExperience {
  invariant(employer && job_title, 'a block that was begun names employer and job title');
  return { employer, job_title, ...rest };
}

function dayOf(text: string): PlainDate {
  const day = parseUsDate(text);
  invariant(day, 'the form has checked that it is a day');
  return day;
}

/** After a year; trapped applications after a month (reliability 5.6). */
export async function purgeApplications(db: Database, clock: Clock): Promise<void> {
  const yearAgo = startOfDayIn(clock.time_zone, addMonthsClamped(clock.today(), -KEPT_MONTHS));
  const trappedBefore = new Date(clock.now().getTime() - TRAPPED_KEPT_DAYS * DAY_MS);
  await db.transaction(async (tx) => {
    const count = await deleteApplicationsBefore(tx, yearAgo, trappedBefore);
    if (count > 0)
      await writeAudit(tx, clock.now(), undefined, {
        action: 'application.purge',
        subject: 'application',
        detail: { count },
      });
  });
}
