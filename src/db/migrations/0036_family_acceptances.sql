ALTER TABLE "signed_copies" DROP CONSTRAINT "signed_copies_order_id_unique";--> statement-breakpoint
ALTER TABLE "signed_copies" DROP CONSTRAINT "signed_copies_number";--> statement-breakpoint
ALTER TABLE "acceptances" DROP CONSTRAINT "acceptances_once";--> statement-breakpoint
ALTER TABLE "signed_copies" ADD COLUMN "edition" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "acceptances_once" ON "acceptances" USING btree ("order_id","kind",("placed_by_id" is null));--> statement-breakpoint
CREATE INDEX "acceptances_by_staff" ON "acceptances" USING btree ("order_id") WHERE "acceptances"."placed_by_id" is not null;--> statement-breakpoint
ALTER TABLE "signed_copies" ADD CONSTRAINT "signed_copies_edition" UNIQUE("order_id","edition");--> statement-breakpoint
ALTER TABLE "signed_copies" ADD CONSTRAINT "signed_copies_number" UNIQUE("contract_number","edition");