ALTER TABLE "students" ADD COLUMN "address_marks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_by_day" ON "payments" USING btree ("pay_on","id");--> statement-breakpoint
CREATE INDEX "payments_by_amount" ON "payments" USING btree ("amount_cents","id");--> statement-breakpoint
CREATE INDEX "payments_by_state" ON "payments" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "payments_by_payment" ON "payments" USING btree (coalesce("paid_at", '-infinity'),"id");--> statement-breakpoint
CREATE INDEX "order_refunds_by_amount" ON "order_refunds" USING btree ("amount_cents","id");--> statement-breakpoint
CREATE INDEX "contracts_by_number" ON "contracts" USING btree (coalesce("contract_number", ''),"order_id");--> statement-breakpoint
CREATE INDEX "orders_route" ON "orders" USING btree ("route_id","id");--> statement-breakpoint
CREATE INDEX "orders_signed" ON "orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "students_address_marks" ON "students" USING gin ("address_marks");--> statement-breakpoint
CREATE INDEX "students_name" ON "students" USING btree (plain_letters("last_name"),plain_letters("first_name"),"id");