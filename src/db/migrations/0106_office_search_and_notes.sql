CREATE TABLE "recent_things" (
	"by_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recent_things_by_id_kind_subject_id_pk" PRIMARY KEY("by_id","kind","subject_id")
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"student_id" bigint,
	"text" text NOT NULL,
	"is_pinned" boolean NOT NULL,
	"by_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "recent_things" ADD CONSTRAINT "recent_things_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_user" ON "notes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notes_student" ON "notes" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "notes_by" ON "notes" USING btree ("by_id");--> statement-breakpoint
CREATE INDEX "users_last_name_begins" ON "users" USING btree (search_letters("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_first_name_begins" ON "users" USING btree (search_letters("first_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "payments_reference" ON "payments" USING btree (lower("reference") text_pattern_ops) WHERE "payments"."reference" is not null;--> statement-breakpoint
CREATE INDEX "payment_methods_last_4" ON "payment_methods" USING btree ("last_4");--> statement-breakpoint
CREATE INDEX "financial_aid_codes_search" ON "financial_aid_codes" USING btree (lower("code") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "students_last_name_begins" ON "students" USING btree (search_letters("last_name") text_pattern_ops) WHERE "students"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "students_first_name_begins" ON "students" USING btree (search_letters("first_name") text_pattern_ops) WHERE "students"."deleted_at" is null;