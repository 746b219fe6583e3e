ALTER TABLE "charge_attempts" ADD COLUMN "is_by_family" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "chosen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "returned_at" timestamp (3) with time zone;--> statement-breakpoint
-- When a default was chosen was not kept; it cannot have been before it was saved.
UPDATE "payment_methods" SET "chosen_at" = "created_at" WHERE "is_default" AND "is_active";--> statement-breakpoint
UPDATE "payment_methods" m SET "returned_at" = r.at, "is_default" = NOT EXISTS (
    SELECT 1 FROM "payment_methods" other WHERE other.user_id = m.user_id AND other.is_default
      AND other.program_group_id IS NOT DISTINCT FROM m.program_group_id)
  FROM (SELECT payment_method_id, max(finished_at) AS at FROM "charge_attempts"
    WHERE state = 'returned' AND coalesce(code, '') NOT IN ('R01', 'R09') GROUP BY payment_method_id) r
  WHERE r.payment_method_id = m.id AND NOT m.is_active;
