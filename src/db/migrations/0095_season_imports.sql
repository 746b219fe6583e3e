CREATE TABLE "season_imports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "season_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file_key" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by_id" bigint NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"applied_by_id" bigint,
	"change_id" bigint
);
--> statement-breakpoint
ALTER TABLE "catalog_changes" DROP CONSTRAINT "catalog_changes_request";--> statement-breakpoint
ALTER TABLE "season_imports" ADD CONSTRAINT "season_imports_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "season_imports" ADD CONSTRAINT "season_imports_applied_by_id_users_id_fk" FOREIGN KEY ("applied_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "season_imports" ADD CONSTRAINT "season_imports_change_id_catalog_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."catalog_changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "season_imports_at" ON "season_imports" USING btree ("at");--> statement-breakpoint
ALTER TABLE "catalog_changes" DROP COLUMN "request_key";--> statement-breakpoint
ALTER TABLE "catalog_changes" DROP COLUMN "request_hash";