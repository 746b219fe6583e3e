ALTER TABLE "period_programs" ADD COLUMN "reassign_instructions" text;--> statement-breakpoint
ALTER TABLE "periods" ADD COLUMN "reassign_address_1" text;--> statement-breakpoint
ALTER TABLE "periods" ADD COLUMN "reassign_city" text;--> statement-breakpoint
ALTER TABLE "periods" ADD COLUMN "reassign_state" text;--> statement-breakpoint
ALTER TABLE "periods" ADD COLUMN "reassign_zip" text;--> statement-breakpoint
ALTER TABLE "periods" ADD COLUMN "reassign_phone" text;--> statement-breakpoint
ALTER TABLE "periods" ADD COLUMN "reassign_due_on" date;