import { strToU8 } from 'fflate';
import { m } from '#i18n/messages.js';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { hasRight } from '#kit/endpoint/right.ts';
import { HOUR_MS } from '#kit/durations.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { customerNumber } from '#modules/accounts/customer-number.ts';
import { proveOwnAccount } from '#modules/accounts/sessions/current-password.service.ts';
import { signerOf } from '#modules/accounts/sessions/links.service.ts';
import { refuseWhile } from '#modules/accounts/sessions/logins.service.ts';
import { userPhones } from '#modules/accounts/profile/encrypted-phones.service.ts';
import { noteTexts } from '#modules/students/encrypted-notes.service.ts';
import { addressTexts, studentTexts } from '#modules/students/encrypted-texts.service.ts';
import { openOffer } from '#modules/orders/offers/encrypted-offers.service.ts';
import { openDraft } from '#modules/orders/printed/encrypted-drafts.service.ts';
import { familyPapers } from '#modules/orders/printed/family-papers.service.ts';
import { checkIsParent } from '#modules/accounts/profile/users.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { consumeAttempt, retryAfter, type ThrottleRule } from '#platform/throttle/throttle.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { zipStream, type ZipEntry } from '#platform/zip/zip-stream.ts';
import type { AppContext } from '#server/app-context.ts';
import type { OpenedArchive } from '#server/http/archives.ts';
import {
  DATA_FILES,
  listFamilyPhotos,
  listFamilyRows,
  type DataFile,
  type StoredRow,
} from './family-rows.queries.ts';

type Deps = Pick<AppContext, 'config' | 'db' | 'clock' | 'files' | 'pdfRenderer' | 'vault'>;

/** A copy takes seconds of a processor core, and nobody needs many. */
const COPIES: ThrottleRule = {
  scope: 'family_data.copy',
  attempts: 5,
  windowMs: HOUR_MS,
  lock: { kind: 'rest_of_window' },
};

const FOLDER = 'family-data';

const subjectOf = (viewer: Viewer, user_id: number) => `${viewer.user_id} ${user_id}`;

/**
 * The link is valid for five minutes, as every link of a file.
 * @throws Refusal current_password_required, current_password_wrong, change_while_impersonating,
 *   too_many_attempts
 */
export async function linkToOwnCopy(
  deps: Deps,
  viewer: Viewer,
  currentPassword: string | undefined,
): Promise<{ path: string }> {
  await proveOwnAccount(deps.db, deps.clock.now(), viewer, currentPassword);
  return linkTo(deps, viewer, viewer.user_id);
}

/**
 * For staff, to send to a parent.
 * @throws Refusal right_missing; parent_not_found, for a member of staff too; too_many_attempts
 */
export async function linkToCopyOf(deps: Deps, staff: Viewer, user_id: number): Promise<{ path: string }> {
  if (!mayCopy(staff, user_id)) throw new Refusal(rightRefusals.right_missing);
  await checkIsParent(deps.db, user_id);
  return linkTo(deps, staff, user_id);
}

/** A copy has money and care texts, so staff need both rights (OF8.3). */
const mayCopy = (viewer: Viewer, user_id: number): boolean =>
  viewer.user_id === user_id || (hasRight(viewer, 'money') && hasRight(viewer, 'care'));

async function linkTo(
  { db, clock, vault }: Pick<Deps, 'db' | 'clock' | 'vault'>,
  viewer: Viewer,
  user_id: number,
): Promise<{ path: string }> {
  refuseWhile(await retryAfter(db, COPIES, subjectOf(viewer, user_id), clock.now()));
  const sign = signerOf(vault, clock.now(), viewer);
  return { path: sign(`/storage/${FOLDER}/${user_id}.zip`) };
}

/**
 * Undefined for anyone but the family and staff. Every opening leaves an audit row and counts, because the
 * opening costs the work.
 * @param path  below /storage
 * @throws Refusal too_many_attempts
 */
export async function openCopy(deps: Deps, viewer: Viewer, path: string): Promise<OpenedArchive | undefined> {
  const [, id] = /^family-data\/(\d{1,15})\.zip$/.exec(path) ?? [];
  const user_id = Number(id);
  if (!id || !mayCopy(viewer, user_id) || viewer.impersonator_id !== null) return undefined;
  const { db, clock } = deps;
  const now = clock.now();
  refuseWhile(await consumeAttempt(db, COPIES, subjectOf(viewer, user_id), now));
  await writeAudit(db, now, viewer, { action: 'family_data.copy', subject: `user:${user_id}` });
  return {
    content: zipStream(filesOfCopy(deps, user_id), now),
    filename: m.privacy_copy_file({ number: customerNumber(user_id) }),
  };
}

type FamilyRows = Record<DataFile, Record<string, StoredRow[]>>;

async function* filesOfCopy(deps: Deps, user_id: number): AsyncGenerator<ZipEntry> {
  const { rows, photos } = await readFamily(deps, user_id);
  yield text('README.txt', readmeOf(deps.clock.now().toISOString()));
  for (const file of DATA_FILES) yield text(`data/${file}.json`, JSON.stringify(rows[file], null, 2));
  for (const { student_id, id, path } of photos) {
    const content = await deps.files.find(path);
    if (content) yield { path: `photos/student-${student_id}/photo-${id}.jpg`, content, isCompressed: true };
  }
  yield* familyPapers(deps, user_id);
}

const readmeOf = (at: string): string =>
  [
    m.privacy_readme_title(),
    m.privacy_readme_intro({ at }),
    '',
    `data/account.json      ${m.privacy_readme_account()}`,
    `data/students.json     ${m.privacy_readme_students()}`,
    `data/addresses.json    ${m.privacy_readme_addresses()}`,
    `data/seats.json        ${m.privacy_readme_seats()}`,
    `data/contracts.json    ${m.privacy_readme_contracts()}`,
    `data/payments.json     ${m.privacy_readme_payments()}`,
    `data/records.json      ${m.privacy_readme_records()}`,
    `photos/                ${m.privacy_readme_photos()}`,
    `contracts/             ${m.privacy_readme_signed()}`,
    `receipts/              ${m.privacy_readme_receipts()}`,
    `printed-contracts/     ${m.privacy_readme_printed()}`,
    '',
    m.privacy_readme_json(),
    m.privacy_readme_left_out(),
    m.privacy_readme_care(),
    '',
  ].join('\r\n');

const text = (path: string, content: string): ZipEntry => ({
  path,
  content: strToU8(content),
  isCompressed: false,
});

/** All rows are of the same moment, so no order is without payments. */
async function readFamily({ db, vault }: Deps, user_id: number) {
  return db.transaction(
    async (tx) => {
      const rows = {} as FamilyRows;
      for (const file of DATA_FILES) rows[file] = opened(vault, await listFamilyRows(tx, file, user_id));
      return { rows, photos: await listFamilyPhotos(tx, user_id) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

const OPENED: Readonly<Record<string, (vault: Vault, row: any) => StoredRow>> = {
  users: (vault, row) => ({ ...row, ...userPhones.open(vault, row.id, row) }),
  students: (vault, row) => ({ ...row, ...studentTexts.open(vault, row.id, row) }),
  addresses: (vault, row) => ({ ...row, ...addressTexts.open(vault, row.id, row) }),
  notes: (vault, row) => ({ ...row, ...noteTexts.open(vault, row.id, row) }),
  printed_contracts: (vault, row) => openDraft(vault, row),
  sale_offers: (vault, row) => openOffer(vault, row),
  contracts: (vault, { snapshot, ...row }) => {
    const { student } = snapshot;
    const opened = { ...student, ...studentTexts.open(vault, student.id, student) };
    return { ...row, snapshot: { ...snapshot, student: opened } };
  },
};

const opened = (vault: Vault, tables: Record<string, StoredRow[]>): Record<string, StoredRow[]> =>
  Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [
      table,
      rows.map((row) => OPENED[table]?.(vault, row) ?? row),
    ]),
  );
