CREATE INDEX "sessions_impersonator" ON "sessions" USING btree ("impersonator_id") WHERE "sessions"."impersonator_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_student" ON "orders" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "students_address" ON "students" USING btree ("address_id");--> statement-breakpoint
DROP INDEX "orders_student_activated";