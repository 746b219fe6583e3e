import type { Db } from '#platform/db/database.ts';
import { PAGE_SIZE } from '#kit/endpoint/wire.ts';
import type { AuditRow } from './admin.contract.ts';
import { listAuditRows, type AuditFilter } from './audit.queries.ts';
import { readCursor, writeCursor } from './cursor.ts';

type Found = Awaited<ReturnType<typeof listAuditRows>>[number];

function toAuditResponse({ row, texts, actorName, parentName }: Found): AuditRow {
  const person = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
  const { id, at, action, subject, detail } = row;
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

/** A page of the audit log, newest first, and where the next one begins. */
export async function listAudit(
  db: Db,
  { after, ...filter }: AuditFilter & { after?: string },
): Promise<{ rows: AuditRow[]; next: string | null }> {
  const [beforeId] = readCursor(after, ['number']) ?? [];
  const found = await listAuditRows(
    db,
    { ...filter, beforeId: beforeId === undefined ? undefined : Number(beforeId) },
    PAGE_SIZE + 1,
  );
  const rows = found.slice(0, PAGE_SIZE).map(toAuditResponse);
  return { rows, next: found.length > PAGE_SIZE ? writeCursor([rows.at(-1)!.id]) : null };
}

/** The last things that were done to a parent, in their name, or by them. */
export async function lastAuditAbout(db: Db, user_id: number, limit: number): Promise<AuditRow[]> {
  return (await listAuditRows(db, { aboutUserId: user_id }, limit)).map(toAuditResponse);
}
