ALTER TABLE "refunds" ADD COLUMN "bounced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sandbox"."refunds" ADD COLUMN "becomes" text;--> statement-breakpoint
ALTER TABLE "sandbox"."refunds" ADD COLUMN "moves_on" date;