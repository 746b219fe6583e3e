CREATE TABLE "settled_matters" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"settled_at" timestamp (3) with time zone NOT NULL,
	"settled_by_id" bigint NOT NULL,
	CONSTRAINT "settled_matters_kind_subject_pk" PRIMARY KEY("kind","subject")
);
--> statement-breakpoint
ALTER TABLE "settled_matters" ADD CONSTRAINT "settled_matters_settled_by_id_users_id_fk" FOREIGN KEY ("settled_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_unfinished" ON "refunds" USING btree ("created_at") WHERE "refunds"."state" in ('pending', 'failed');