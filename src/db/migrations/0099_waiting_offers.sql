ALTER TABLE "waiting_list" ADD COLUMN "prolonged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD COLUMN "paused_until" timestamp (3) with time zone;