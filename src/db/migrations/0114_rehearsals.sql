CREATE TABLE "rehearsals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rehearsals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"season" text NOT NULL,
	"settings" jsonb NOT NULL,
	"state" text NOT NULL,
	"by_id" bigint NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"heard_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"progress" jsonb,
	"report" jsonb
);
--> statement-breakpoint
ALTER TABLE "rehearsals" ADD CONSTRAINT "rehearsals_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "rehearsals_one_plays" ON "rehearsals" USING btree ("state") WHERE "rehearsals"."state" = 'playing';--> statement-breakpoint
CREATE INDEX "rehearsals_begun" ON "rehearsals" USING btree ("begun_at");