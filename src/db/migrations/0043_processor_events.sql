CREATE TABLE "processor_cursors" (
	"list" text PRIMARY KEY NOT NULL,
	"read_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "processor_events" (
	"id" text PRIMARY KEY NOT NULL,
	"object_kind" text NOT NULL,
	"object_ref" text NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "sandbox"."events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"object_kind" text NOT NULL,
	"object_ref" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "processor_events_open" ON "processor_events" USING btree ("happened_at","id") WHERE "processor_events"."processed_at" is null;--> statement-breakpoint
CREATE INDEX "processor_events_object" ON "processor_events" USING btree ("object_kind","object_ref") WHERE "processor_events"."processed_at" is null;--> statement-breakpoint
CREATE INDEX "sandbox_events_at" ON "sandbox"."events" USING btree ("at","id");--> statement-breakpoint
-- What the sandbox's bank has done and the portal has not heard of yet.
INSERT INTO "sandbox"."events" ("object_kind", "object_ref", "at")
	SELECT 'charge', "ref", now() FROM "sandbox"."charges" WHERE NOT "is_reported" ORDER BY "created_at", "ref";--> statement-breakpoint
ALTER TABLE "sandbox"."charges" DROP COLUMN "is_reported";