DROP INDEX "one_congestion_payment";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "part_of" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_surplus" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "check_payment_id" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_part_of" FOREIGN KEY ("order_id","part_of") REFERENCES "public"."payments"("order_id","payment_number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_check" FOREIGN KEY ("check_payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_of_check" ON "payments" USING btree ("check_payment_id") WHERE "payments"."check_payment_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_congestion_payment" ON "payments" USING btree ("congestion_fee_id","order_id") WHERE "payments"."congestion_fee_id" is not null and "payments"."part_of" is null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_surplus" CHECK (not "payments"."is_surplus" or "payments"."part_of" is not null);