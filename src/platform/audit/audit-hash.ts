import { createHash } from 'node:crypto';

export type ChainedRow = {
  id: number;
  at: Date;
  actor_id: number | null;
  on_behalf_of_id: number | null;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
};

export const BEFORE_THE_FIRST: Buffer = Buffer.alloc(32);

/**
 * Computes the hash of a link: SHA-256 of the hash before, 32 bytes, and of the row as JSON: an array of the
 * columns in their order, the instant in UTC with milliseconds, and the names of `detail` in alphabetical
 * order. docs/operations.md repeats this for a check of a copy.
 */
export function hashOfLink(before: Buffer, row: ChainedRow): Buffer {
  const { id, at, actor_id, on_behalf_of_id, action, subject, detail } = row;
  const columns = [id, at.toISOString(), actor_id, on_behalf_of_id, action, subject, inOrder(detail)];
  return createHash('sha256').update(before).update(JSON.stringify(columns)).digest();
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, inOrder((value as Record<string, unknown>)[name])]));
}
