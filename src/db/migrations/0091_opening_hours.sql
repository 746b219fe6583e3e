ALTER TABLE "period_program_groups" ADD COLUMN "opens_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "period_program_groups" ADD COLUMN "closes_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "period_program_groups" ADD COLUMN "becomes_current" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "program_groups" ADD COLUMN "current_set_at" timestamp (3) with time zone;