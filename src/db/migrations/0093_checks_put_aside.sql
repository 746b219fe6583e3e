CREATE TABLE "checks_put_aside" (
	"period_id" bigint NOT NULL,
	"code" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"field" text NOT NULL,
	"subject_version" integer NOT NULL,
	"note" text NOT NULL,
	"by_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "checks_put_aside_key" PRIMARY KEY("period_id","code","subject_kind","subject_id","field")
);
--> statement-breakpoint
ALTER TABLE "checks_put_aside" ADD CONSTRAINT "checks_put_aside_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;