CREATE TABLE "reconciliation_differences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconciliation_differences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"class" text NOT NULL,
	"ref" text NOT NULL,
	"ours_cents" bigint NOT NULL,
	"theirs_cents" bigint NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"gone_on" date,
	"taken_in_at" timestamp (3) with time zone,
	"explained_at" timestamp (3) with time zone,
	"explained_by_id" bigint,
	"explanation" text
);
--> statement-breakpoint
CREATE TABLE "reconciliation_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconciliation_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"began_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"is_whole" boolean NOT NULL,
	"ledger_cents" bigint,
	"balance_cents" bigint,
	"on_its_way_cents" bigint,
	"open_count" integer NOT NULL,
	"open_cents" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reconciliation_differences" ADD CONSTRAINT "reconciliation_differences_explained_by_id_users_id_fk" FOREIGN KEY ("explained_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_difference" ON "reconciliation_differences" USING btree ("class","ref") WHERE "reconciliation_differences"."gone_on" is null;--> statement-breakpoint
CREATE INDEX "reconciliation_differences_gone" ON "reconciliation_differences" USING btree ("gone_on");--> statement-breakpoint
CREATE INDEX "reconciliation_runs_ended" ON "reconciliation_runs" USING btree ("ended_at");