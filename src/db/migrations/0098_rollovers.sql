CREATE TABLE "rollovers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rollovers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"from_period_id" bigint NOT NULL,
	"settings" jsonb NOT NULL,
	"edits" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"edited_by_id" bigint NOT NULL,
	"edited_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rollovers_from_period_id_unique" UNIQUE("from_period_id")
);
--> statement-breakpoint
ALTER TABLE "periods" ADD COLUMN "rolled_from_id" bigint;--> statement-breakpoint
ALTER TABLE "rollovers" ADD CONSTRAINT "rollovers_edited_by_id_users_id_fk" FOREIGN KEY ("edited_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "periods" ADD CONSTRAINT "periods_rolled_from_id_periods_id_fk" FOREIGN KEY ("rolled_from_id") REFERENCES "public"."periods"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "periods" ADD CONSTRAINT "periods_rolled_from_id_unique" UNIQUE("rolled_from_id");