CREATE INDEX "mandates_order" ON "mandates" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "mandates_method" ON "mandates" USING btree ("payment_method_id");