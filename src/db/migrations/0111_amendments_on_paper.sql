ALTER TABLE "scans" DROP CONSTRAINT "scans_order_id_unique";--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "amendment_id" bigint;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_amendment_id_contract_amendments_id_fk" FOREIGN KEY ("amendment_id") REFERENCES "public"."contract_amendments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "scans_paper" ON "scans" USING btree ("order_id",coalesce("amendment_id", 0));--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_amendment" CHECK ("scans"."amendment_id" is null or "scans"."order_id" is not null);