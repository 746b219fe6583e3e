ALTER TABLE "charge_attempts" ADD COLUMN "last_sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sandbox"."charges" ADD COLUMN "returns_on" date;--> statement-breakpoint
ALTER TABLE "sandbox"."charges" ADD COLUMN "is_reported" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."movements" DROP COLUMN "is_reported";--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_gatewayRef_unique" UNIQUE("gateway_ref");