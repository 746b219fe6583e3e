CREATE INDEX "access_tokens_session" ON "access_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (lower("last_name"),lower("first_name"),"id");--> statement-breakpoint
CREATE INDEX "payments_unpaid" ON "payments" USING btree ("pay_on","order_id","amount_cents") WHERE "payments"."paid_at" is null and "payments"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "orders_active" ON "orders" USING btree ("user_id","id") WHERE "orders"."status" = 'active';--> statement-breakpoint
CREATE INDEX "orders_student_activated" ON "orders" USING btree ("student_id") WHERE "orders"."activated_at" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "audit_log_parent" ON "audit_log" USING btree ("on_behalf_of_id") WHERE "audit_log"."on_behalf_of_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree (lower("subject") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree (lower("action") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "outbox_unsent" ON "outbox" USING btree ("id") WHERE "outbox"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "students_present" ON "students" USING btree ("user_id") WHERE "students"."deleted_at" is null;