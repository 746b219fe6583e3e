DROP INDEX "orders_period";--> statement-breakpoint
CREATE INDEX "users_unverified" ON "users" USING btree ("id") WHERE "users"."email_verified_at" is null and "users"."disabled_at" is null;--> statement-breakpoint
CREATE INDEX "charge_attempts_method" ON "charge_attempts" USING btree ("payment_method_id","id");--> statement-breakpoint
CREATE INDEX "payments_congestion" ON "payments" USING btree ("congestion_fee_id") WHERE "payments"."congestion_fee_id" is not null;--> statement-breakpoint
CREATE INDEX "contracts_special_request" ON "contracts" USING btree ("order_id") WHERE trim("contracts"."special_request") <> '';--> statement-breakpoint
CREATE INDEX "contracts_program" ON "contracts" USING btree ("period_program_id","order_id");--> statement-breakpoint
CREATE INDEX "orders_season" ON "orders" USING btree ("period_id","id","activated_at","status","program_group_id");