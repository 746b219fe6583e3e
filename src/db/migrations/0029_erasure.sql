CREATE TABLE "audit_texts" (
	"audit_id" bigint NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "audit_texts_audit_id_name_pk" PRIMARY KEY("audit_id","name")
);
--> statement-breakpoint
CREATE TABLE "file_deletions" (
	"key" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- What people wrote leaves the audit log for a table that can forget (H11). A row in the chain stays as it is.
INSERT INTO audit_texts (audit_id, name, text)
  SELECT l.id, d.key, d.value FROM audit_log l, jsonb_each_text(l.detail) d
  WHERE d.value IS NOT NULL AND NOT EXISTS (SELECT FROM audit_chain c WHERE c.audit_id = l.id)
  AND d.key IN ('reason', 'network', 'reference', 'reference_before', 'notes', 'notes_before', 'notes_additional',
    'notes_additional_before');
--> statement-breakpoint
ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only;
--> statement-breakpoint
UPDATE audit_log l SET detail = detail - (SELECT array_agg(x.name) FROM audit_texts x WHERE x.audit_id = l.id)
  WHERE EXISTS (SELECT FROM audit_texts x WHERE x.audit_id = l.id);
--> statement-breakpoint
ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only;
--> statement-breakpoint
-- Evidence of a signature is deleted by erase_evidence alone, which the owner runs; all other rows never are.
CREATE OR REPLACE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME IN ('acceptances', 'signed_copies')
    AND current_setting('schoolrun.erasing', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% rows are append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- Only for orders that never came about, and for contracts seven years after their school year. The day is held
-- against the database's own clock, moved as the sandbox's is, so that no caller names a day that has not come.
CREATE FUNCTION erase_evidence(order_ids bigint[], today date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  latest date := (now() + (SELECT offset_ms FROM clock_settings) * interval '1 millisecond')::date + 1;
BEGIN
  IF EXISTS (SELECT FROM orders o JOIN periods p ON p.id = o.period_id
    WHERE o.id = ANY (order_ids) AND NOT (
      (o.activated_at IS NULL AND o.status IN ('payment_failed', 'cancelled'))
      OR (o.activated_at IS NOT NULL AND p.ends_on + interval '7 years' < least(today, latest)))) THEN
    RAISE EXCEPTION 'evidence is kept for seven years after the school year' USING ERRCODE = 'restrict_violation';
  END IF;
  PERFORM set_config('schoolrun.erasing', 'on', true);
  DELETE FROM acceptances WHERE order_id = ANY (order_ids);
  DELETE FROM signed_copies WHERE order_id = ANY (order_ids);
  PERFORM set_config('schoolrun.erasing', 'off', true);
END $$;
