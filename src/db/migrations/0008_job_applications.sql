CREATE TABLE "job_application_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_application_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"application_id" bigint NOT NULL,
	"author_id" bigint NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_applications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_applications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone NOT NULL,
	"request_key" text,
	"fingerprint" text NOT NULL,
	"name" text NOT NULL,
	"address_line_1" text NOT NULL,
	"address_line_2" text,
	"phone_mobile" text NOT NULL,
	"email" text NOT NULL,
	"driver_license" text,
	"date_of_birth" date NOT NULL,
	"education_level" text NOT NULL,
	"work_location" text NOT NULL,
	"position" text NOT NULL,
	"start_date" date NOT NULL,
	"salary" text,
	"experience" jsonb NOT NULL,
	"special_skills" text,
	"was_convicted" text,
	"charges" text,
	"trapped_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"handled_at" timestamp (3) with time zone,
	"handled_by_id" bigint,
	CONSTRAINT "job_applications_requestKey_unique" UNIQUE("request_key")
);
--> statement-breakpoint
ALTER TABLE "job_application_notes" ADD CONSTRAINT "job_application_notes_application_id_job_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."job_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_application_notes" ADD CONSTRAINT "job_application_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_applications" ADD CONSTRAINT "job_applications_handled_by_id_users_id_fk" FOREIGN KEY ("handled_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_application_notes_application" ON "job_application_notes" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "job_applications_fingerprint" ON "job_applications" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "job_applications_created" ON "job_applications" USING btree ("created_at");