import { sql } from 'drizzle-orm';

/** In a query of the audit log: what people wrote about an entry, by name, to be put beside its detail. */
export const AUDIT_TEXTS = sql`coalesce((select jsonb_object_agg(name, text) from audit_texts
  where audit_id = audit_log.id), '{}')`;
