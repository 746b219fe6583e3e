DROP INDEX "one_live_attempt";--> statement-breakpoint
DROP INDEX "charge_attempts_unresolved";--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_attempt" ON "charge_attempts" USING btree ("payment_id") WHERE "charge_attempts"."state" in ('created', 'sent', 'unknown', 'action', 'processing', 'succeeded');--> statement-breakpoint
CREATE INDEX "charge_attempts_unresolved" ON "charge_attempts" USING btree ("lease_until") WHERE "charge_attempts"."state" in ('created', 'sent', 'unknown', 'action');