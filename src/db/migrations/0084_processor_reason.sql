ALTER TABLE "charge_attempts" ADD COLUMN "processor_reason" jsonb;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "processor_reason" jsonb;