DROP INDEX "orders_user";--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","status","period_id");