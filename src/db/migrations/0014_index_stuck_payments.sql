DROP INDEX "payments_due";--> statement-breakpoint
CREATE INDEX "payments_stuck" ON "payments" USING btree ("next_try_on") WHERE "payments"."status" in ('failed', 'returned', 'needs_method');--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("pay_on") WHERE "payments"."status" in ('scheduled', 'in_flight');