import { pick } from '#kit/pick.ts';
import { AFTER, BEFORE, TEXT_HASHES } from '#platform/audit/audit.ts';
import type { Database } from '#platform/db/database.ts';
import type { AuditRow, AuditValues } from '#modules/office/audit/audit.contract.ts';
import { countAuditRows, listAuditRows, type AuditFilter } from './audit.queries.ts';
import { firstPage, totalOf, type Place } from '#kit/list/list-endpoint.ts';
import { pageOf, type CountedPage } from '#platform/db/page-of-rows.ts';
import { knownSubjects, type KnownSubjects } from './audit-subjects.service.ts';

type Found = Awaited<ReturnType<typeof listAuditRows>>[number];

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

/** A page of the audit log, newest first. */
export async function listAudit(
  db: Database,
  { sort, after, limit, ...filter }: AuditFilter & Place,
): Promise<CountedPage<AuditRow>> {
  const place = { sort, after, limit };
  const { rows, next } = pageOf(await listAuditRows(db, filter, place), place, ({ row }) => [row.id]);
  return { rows: await toAuditRows(db, rows), ...totalOf(await countAuditRows(db, filter)), next };
}

/** The last things that were done to a parent, in their name, or by them, and about what is theirs. */
export async function lastAuditAbout(db: Database, user_id: number, limit: number): Promise<AuditRow[]> {
  const found = await listAuditRows(db, { about: `user:${user_id}` }, firstPage('newest', limit));
  return toAuditRows(db, found.slice(0, limit));
}
