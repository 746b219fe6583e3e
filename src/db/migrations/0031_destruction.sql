CREATE TABLE "destruction_certificates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "destruction_certificates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"destroyed_at" timestamp (3) with time zone NOT NULL,
	"period_id" bigint NOT NULL,
	"program_group_id" bigint NOT NULL,
	"school" text NOT NULL,
	"season" text NOT NULL,
	"contracts" integer NOT NULL,
	"signed_copies" integer NOT NULL,
	"acceptances" integer NOT NULL,
	"first_order_id" bigint NOT NULL,
	"last_order_id" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "destruction_certificates" ADD CONSTRAINT "destruction_certificates_period_id_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destruction_certificates" ADD CONSTRAINT "destruction_certificates_program_group_id_program_groups_id_fk" FOREIGN KEY ("program_group_id") REFERENCES "public"."program_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "destruction_certificates_season" ON "destruction_certificates" USING btree ("period_id","program_group_id");