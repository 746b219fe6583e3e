CREATE TABLE "found_checks" (
	"period_id" bigint NOT NULL,
	"code" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"field" text NOT NULL,
	"subject_version" integer NOT NULL,
	"name" text NOT NULL,
	"sentence" text NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "found_checks_key" PRIMARY KEY("period_id","code","subject_kind","subject_id","field")
);
--> statement-breakpoint
CREATE INDEX "students_changed" ON "students" USING btree ("id","changed_at") WHERE "students"."changed_at" is not null;