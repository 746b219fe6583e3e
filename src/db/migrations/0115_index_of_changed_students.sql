DROP INDEX "students_changed";--> statement-breakpoint
CREATE INDEX "orders_active_student" ON "orders" USING btree ("student_id","created_at","period_id","id") WHERE "orders"."status" = 'active';--> statement-breakpoint
CREATE INDEX "students_changed" ON "students" USING btree ("id","changed_at") WHERE "students"."changed_at" is not null and "students"."deleted_at" is null;