import { TEXT_HASHES } from '#platform/audit/audit.ts';
import type { Db } from '#platform/db/database.ts';
import type { AuditRow } from '#modules/office/audit/audit.contract.ts';
import { listAuditRows, type AuditFilter } from './audit.queries.ts';
import { firstPage, type Place } from '#kit/list/list-endpoint.ts';
import { pageOf, type Page } from '#platform/db/page-of-rows.ts';

type Found = Awaited<ReturnType<typeof listAuditRows>>[number];

function toAuditResponse({ row, texts, actorName, parentName }: Found): AuditRow {
  const person = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
  const { id, at, action, subject } = row;
  const { [TEXT_HASHES]: _, ...detail } = row.detail;
  return {
    id,
    at: at.toISOString(),
    actor: person(row.actor_id, actorName),
    on_behalf_of: person(row.on_behalf_of_id, parentName),
    action,
    subject,
    detail: { ...detail, ...texts },
  };
}

/** A page of the audit log, newest first. */
export async function listAudit(
  db: Db,
  { sort, after, limit, ...filter }: AuditFilter & Place,
): Promise<Page<AuditRow>> {
  const place = { sort, after, limit };
  const { rows, next } = pageOf(await listAuditRows(db, filter, place), place, ({ row }) => [row.id]);
  return { rows: rows.map(toAuditResponse), next };
}

/** The last things that were done to a parent, in their name, or by them. */
export async function lastAuditAbout(db: Db, user_id: number, limit: number): Promise<AuditRow[]> {
  const found = await listAuditRows(db, { aboutUserId: user_id }, firstPage('newest', limit));
  return found.slice(0, limit).map(toAuditResponse);
}
