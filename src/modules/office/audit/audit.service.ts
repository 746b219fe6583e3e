import { hasRight, type Reader } from '#kit/endpoint/right.ts';
import { pick } from '#kit/pick.ts';
import { AFTER, BEFORE, TEXT_HASHES } from '#platform/audit/audit.ts';
import type { Database } from '#platform/db/database.ts';
import { firstPage, type Place } from '#kit/list/list-endpoint.ts';
import { instantsOf } from '#kit/list/list-days.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import type { AskedOf, ReadList } from '#platform/db/list-reading.ts';
import type { AuditRow, AuditValues, listAudit as listAuditCall } from './audit.contract.ts';
import { AUDIT_SORTS, listAuditDetails, listedAudit } from './audit.queries.ts';
import { knownSubjects, type KnownSubjects } from './audit-subjects.service.ts';

type Found = Awaited<ReturnType<typeof listAuditDetails>>[number];

const toAuditResponse =
  (known: KnownSubjects) =>
  ({ row, texts, actorName, parentName }: Found): AuditRow => {
    const person = (id: number | null, name: string | null) =>
      id === null ? null : { id, name: name ?? '' };
    const { [TEXT_HASHES]: _, [BEFORE]: before = null, [AFTER]: after = null, ...detail } = row.detail;
    return {
      ...pick(row, ['id', 'action', 'subject']),
      at: row.at.toISOString(),
      actor: person(row.actor_id, actorName),
      on_behalf_of: person(row.on_behalf_of_id, parentName),
      ...(known.get(row.subject) ?? { name: null, page: null }),
      before: before as AuditValues | null,
      after: after as AuditValues | null,
      detail,
      texts,
    };
  };

async function toAuditRows(db: Database, found: readonly Found[]): Promise<AuditRow[]> {
  const known = await knownSubjects(
    db,
    found.map(({ row }) => row.subject),
  );
  return found.map(toAuditResponse(known));
}

/** Entries of amendments, refunds and approvals name amounts (OF8.3). */
function withoutAmounts(row: AuditRow): AuditRow {
  const cut = <T extends Record<string, unknown>>(fields: T) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !name.endsWith('_cents'))) as T;
  return {
    ...row,
    detail: cut(row.detail),
    before: row.before && cut(row.before),
    after: row.after && cut(row.after),
  };
}

const forReader = (reader: Reader, rows: AuditRow[]): AuditRow[] =>
  hasRight(reader, 'money') ? rows : rows.map(withoutAmounts);

type Asked = Omit<AskedOf<typeof listAuditCall>, 'sort' | 'limit'> & Place<'newest'>;

/** A page of the audit log, newest first. */
export async function listAudit(
  { db, clock }: { db: Database; clock: Clock },
  { sort, after, limit, found, countTo, ...asked }: Asked,
  { viewer }: { viewer: Reader },
): ReadList<AuditRow> {
  const listed = listedAudit({ ...asked, day: instantsOf(asked.day, clock) });
  const page = await listedPage(db, listed, {
    place: { sort, after, limit },
    sort: AUDIT_SORTS[sort],
    found,
    countTo,
  });
  return { ...page, rows: forReader(viewer, await readRows(db, page.rows)) };
}

const readRows = async (db: Database, ids: readonly number[]) =>
  toAuditRows(db, inOrderOf(ids, await listAuditDetails(db, ids)));

/** The last things that were done to a parent, in their name, or by them, and about what is theirs. */
export async function lastAuditAbout(
  db: Database,
  reader: Reader,
  { user_id, limit }: { user_id: number; limit: number },
): Promise<AuditRow[]> {
  const listed = listedAudit({ about: `user:${user_id}` });
  const place = firstPage('newest', limit);
  const page = await listedPage(db, listed, { place, sort: AUDIT_SORTS.newest });
  return forReader(reader, await readRows(db, page.rows));
}
