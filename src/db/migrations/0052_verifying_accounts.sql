ALTER TABLE "charge_attempts" ADD COLUMN "mandate_ref" text;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "gateway_ref" text;--> statement-breakpoint
ALTER TABLE "sandbox"."methods" ADD COLUMN "deposits_on" date;--> statement-breakpoint
ALTER TABLE "sandbox"."methods" ADD COLUMN "verifies_on" date;--> statement-breakpoint
ALTER TABLE "sandbox"."methods" ADD COLUMN "fails_on" date;