import { sql } from 'drizzle-orm';

/** In a query of the audit log: what people wrote about an entry, by name. */
export const AUDIT_TEXTS = sql`coalesce((select jsonb_object_agg(name, text) from audit_texts
  where audit_id = audit_log.id), '{}')`;

/** The detail of an entry as staff read the detail: with the texts, and without their hashes. */
export const AUDIT_DETAIL = sql`(detail - 'text_hashes') || ${AUDIT_TEXTS} as detail`;
