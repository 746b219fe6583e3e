CREATE TABLE "work_claims" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" bigint,
	"owner_id" bigint,
	"hidden_until" date,
	"note" text,
	"done_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "work_claims_kind_subject_pk" PRIMARY KEY("kind","subject")
);
--> statement-breakpoint
CREATE INDEX "work_claims_user" ON "work_claims" USING btree ("user_id");