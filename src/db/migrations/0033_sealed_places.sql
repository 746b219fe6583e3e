CREATE TABLE "sealed_fields" (
	"field" text PRIMARY KEY NOT NULL,
	"bound_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vault_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"first_used_at" timestamp (3) with time zone NOT NULL,
	"left_at" timestamp (3) with time zone
);
--> statement-breakpoint
-- A field stays bound once it is (H14); the portal's role reads and adds only, as the trigger says (H13).
CREATE TRIGGER sealed_fields_append_only BEFORE UPDATE OR DELETE ON sealed_fields FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
-- The keys of the version before, which had no list of them: a start without one of them must not serve.
INSERT INTO vault_keys (key_id, first_used_at)
  SELECT DISTINCT split_part(stored.text, ':', 2), now()
  FROM (
    SELECT unnest(ARRAY[medical_concerns, second_address, custody_notes]) AS text FROM students
    UNION ALL SELECT unnest(ARRAY[driver_license, was_convicted, charges]) FROM job_applications
    UNION ALL SELECT care.value FROM contracts, jsonb_each_text(contracts.snapshot -> 'student') AS care
      WHERE care.key IN ('medical_concerns', 'second_address', 'custody_notes')
  ) AS stored
  WHERE stored.text ~ '^sealed:[0-9a-f]{8}:';
