ALTER TABLE "payment_methods" ADD COLUMN "billing_state" text;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "card_fee_cap" bigint DEFAULT 3000 NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "card_fee_state_caps" jsonb DEFAULT '{"CO": 2000}' NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "card_fee_free_states" text[] DEFAULT '{CT,MA,ME,OK,PR}' NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "card_fee_notified_on" date;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "card_fee_refund" text;