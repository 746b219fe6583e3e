import { dayIn, daysBetween, formatDate, plainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { searchWords } from '#platform/vault/phone-marks.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { instantsOf } from '#kit/list/list-days.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import type { AskedOf, ListDeps, ReadList } from '#platform/db/list-reading.ts';
import { mapDays } from './application.contract.ts';
import { applicationEmail } from './careers.emails.ts';
import { careersRefusals } from './careers.refusals.ts';
import type {
  ApplicationRow,
  ApplicationState,
  listApplications as listApplicationsCall,
  StoredApplication,
} from './inbox.contract.ts';
import * as rows from './inbox.queries.ts';
import { applicationTexts, openApplication, withOpenPhone } from './encrypted-applications.service.ts';

type Stored = NonNullable<Awaited<ReturnType<typeof rows.lockApplication>>>;

const subjectOf = (id: number) => `application:${id}`;

function stateOf({ handled_at, read_at }: Stored): ApplicationState {
  if (handled_at) return 'handled';
  return read_at ? 'read' : 'new';
}

/** A page of applications with every word of the search. */
export async function listApplications(
  { db, vault, clock }: ListDeps,
  {
    sort,
    after,
    limit,
    found,
    countTo,
    search,
    received,
    ...asked
  }: AskedOf<typeof listApplicationsCall> & Place<'newest'>,
): ReadList<ApplicationRow> {
  const listed = rows.listedApplications({
    ...asked,
    words: searchWords(vault, applicationTexts.table, search),
    received: instantsOf(received, clock),
  });
  const page = await listedPage(db, listed, {
    place: { sort, after, limit },
    sort: rows.INBOX_SORTS[sort],
    found,
    countTo,
  });
  const today = clock.today();
  const details = inOrderOf(page.rows, await rows.listApplicationDetails(db, page.rows));
  return {
    ...page,
    rows: details.map(({ row, owner }): ApplicationRow => ({
      ...withOpenPhone(vault, row),
      created_at: row.created_at.toISOString(),
      state: stateOf(row),
      is_trapped: row.trapped_at !== null,
      owner: owner || null,
      age_days: daysBetween(dayIn(clock.time_zone, row.created_at), today),
    })),
  };
}

export const countOpenApplications = rows.countOpenRows;

/**
 * Reading leaves an audit row before the answer (reliability 5.6).
 * @throws Refusal application_not_found
 */
export async function readApplication(
  db: Db,
  { staff, now, vault }: { staff: Viewer; now: Date; vault: Vault },
  id: number,
): Promise<StoredApplication> {
  const found = await rows.findWithHandler(db, id);
  if (!found) throw new Refusal(careersRefusals.application_not_found);
  const { row, handledBy } = found;
  await writeAudit(db, now, staff, { action: 'application.read', subject: subjectOf(id) });
  return {
    ...mapDays(openApplication(vault, row), (day) => formatDate(plainDate(day))),
    created_at: row.created_at.toISOString(),
    state: stateOf(row),
    is_trapped: row.trapped_at !== null,
    handled: row.handled_at && { at: row.handled_at.toISOString(), by: handledBy ?? '' },
    notes: (await rows.listNotes(db, id)).map((note) => ({
      ...note,
      created_at: note.created_at.toISOString(),
    })),
  };
}

type Act = { staff: Viewer; now: Date; id: number };

async function lock(tx: Tx, id: number): Promise<Stored> {
  const stored = await rows.lockApplication(tx, id);
  if (!stored) throw new Refusal(careersRefusals.application_not_found);
  return stored;
}

/** @throws Refusal application_not_found */
export async function markApplication(
  tx: Tx,
  { staff, now, id }: Act,
  state: ApplicationState,
): Promise<void> {
  const stored = await lock(tx, id);
  if (stateOf(stored) === state) return;
  const marks = {
    new: { read_at: null, handled_at: null, handled_by_id: null },
    read: { read_at: stored.read_at ?? now, handled_at: null, handled_by_id: null },
    handled: { read_at: stored.read_at ?? now, handled_at: now, handled_by_id: staff.user_id },
  }[state];
  await rows.setMarks(tx, id, marks);
  await writeAudit(tx, now, staff, {
    action: 'application.mark',
    subject: subjectOf(id),
    before: { state: stateOf(stored) },
    after: { state },
  });
}

/** @throws Refusal application_not_found */
export async function addNote(tx: Tx, { staff, now, id }: Act, text: string): Promise<void> {
  await lock(tx, id);
  const note_id = await rows.insertNote(tx, id, { author_id: staff.user_id, text, created_at: now });
  const subject = subjectOf(id);
  await writeAudit(tx, now, staff, { action: 'application.note', subject, after: { note_id } });
}

/**
 * A person filled out the bait after all: the application counts like any other.
 * @throws Refusal application_not_found
 */
export async function releaseApplication(tx: Tx, { staff, now, id }: Act): Promise<void> {
  const { trapped_at } = await lock(tx, id);
  if (!trapped_at) return;
  await rows.setMarks(tx, id, { trapped_at: null });
  await enqueue(tx, now, applicationEmail(id));
  await writeAudit(tx, now, staff, {
    action: 'application.release',
    subject: subjectOf(id),
    before: { trapped: true },
    after: { trapped: false },
  });
}

export { applicationWork } from './inbox.queries.ts';
