CREATE INDEX "charge_attempts_returned" ON "charge_attempts" USING btree ("finished_at") WHERE "charge_attempts"."state" = 'returned';
