CREATE TABLE "recent_things" (
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recent_things_user_id_kind_subject_id_pk" PRIMARY KEY("user_id","kind","subject_id")
);
--> statement-breakpoint
ALTER TABLE "recent_things" ADD CONSTRAINT "recent_things_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_last_name_begins" ON "users" USING btree (search_letters("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_first_name_begins" ON "users" USING btree (search_letters("first_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "payments_reference" ON "payments" USING btree (lower("reference") text_pattern_ops) WHERE "payments"."reference" is not null;--> statement-breakpoint
CREATE INDEX "payment_methods_last_4" ON "payment_methods" USING btree ("last_4");--> statement-breakpoint
CREATE INDEX "financial_aid_codes_search" ON "financial_aid_codes" USING btree (lower("code") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "students_last_name_begins" ON "students" USING btree (search_letters("last_name") text_pattern_ops) WHERE "students"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "students_first_name_begins" ON "students" USING btree (search_letters("first_name") text_pattern_ops) WHERE "students"."deleted_at" is null;