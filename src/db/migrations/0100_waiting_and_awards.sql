CREATE TABLE "aid_awards" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "aid_awards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"period_id" bigint NOT NULL,
	"program_group_id" bigint NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"grade_text" text,
	"date_of_birth" text,
	"contact_email" text,
	"kind" text NOT NULL,
	"amount_cents" bigint,
	"milli_percent" bigint,
	"note" text,
	"expires_on" date,
	"needs_confirmation" boolean DEFAULT false NOT NULL,
	"student_id" bigint,
	"code" text NOT NULL,
	"financial_aid_code_id" bigint,
	"made_by_id" bigint NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "aid_awards_sum" CHECK (("aid_awards"."kind" = 'share') = ("aid_awards"."milli_percent" is not null)
        and ("aid_awards"."kind" = 'share') = ("aid_awards"."amount_cents" is null)),
	CONSTRAINT "aid_awards_ended" CHECK ("aid_awards"."ended_at" is not null or "aid_awards"."end_reason" is null)
);
--> statement-breakpoint
CREATE TABLE "aid_budgets" (
	"period_id" bigint NOT NULL,
	"program_group_id" bigint NOT NULL,
	"amount_cents" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "aid_budgets_period_id_program_group_id_pk" PRIMARY KEY("period_id","program_group_id")
);
--> statement-breakpoint
ALTER TABLE "waiting_list" ADD COLUMN "prolonged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD COLUMN "paused_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "aid_awards" ADD CONSTRAINT "aid_awards_period_id_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aid_awards" ADD CONSTRAINT "aid_awards_program_group_id_program_groups_id_fk" FOREIGN KEY ("program_group_id") REFERENCES "public"."program_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aid_awards" ADD CONSTRAINT "aid_awards_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aid_awards" ADD CONSTRAINT "aid_awards_financial_aid_code_id_financial_aid_codes_id_fk" FOREIGN KEY ("financial_aid_code_id") REFERENCES "public"."financial_aid_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aid_awards" ADD CONSTRAINT "aid_awards_made_by_id_users_id_fk" FOREIGN KEY ("made_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aid_budgets" ADD CONSTRAINT "aid_budgets_period_id_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aid_budgets" ADD CONSTRAINT "aid_budgets_program_group_id_program_groups_id_fk" FOREIGN KEY ("program_group_id") REFERENCES "public"."program_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "aid_awards_code" ON "aid_awards" USING btree ("code");--> statement-breakpoint
CREATE INDEX "aid_awards_school" ON "aid_awards" USING btree ("period_id","program_group_id");--> statement-breakpoint
CREATE INDEX "aid_awards_student" ON "aid_awards" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "aid_awards_made_by" ON "aid_awards" USING btree ("made_by_id");--> statement-breakpoint
CREATE INDEX "aid_awards_named" ON "aid_awards" USING btree (plain_letters("last_name"),plain_letters("first_name"));