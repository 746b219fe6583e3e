CREATE TABLE "catalog_change_rows" (
	"change_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"row_id" bigint NOT NULL,
	"op" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"version_after" integer,
	"key" text,
	CONSTRAINT "catalog_change_rows_change_id_position_pk" PRIMARY KEY("change_id","position")
);
--> statement-breakpoint
CREATE TABLE "catalog_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "catalog_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" bigint,
	"title" text,
	"source" text NOT NULL,
	"undoes_id" bigint,
	"request_key" text,
	"request_hash" text,
	CONSTRAINT "catalog_changes_undone_once" UNIQUE("undoes_id"),
	CONSTRAINT "catalog_changes_request" UNIQUE("actor_id","request_key")
);
--> statement-breakpoint
CREATE TABLE "text_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "text_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"row_id" bigint NOT NULL,
	"field" text NOT NULL,
	"html" text NOT NULL,
	"hash" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"made_by_id" bigint
);
--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "divisions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_type_surcharges" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_type_surcharges" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "period_programs" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "periods" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "printable_contracts" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "printable_contracts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "program_grades" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "program_grades" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "program_groups" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_blocks" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "addons" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "addons" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "financial_aid_codes" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "financial_aid_codes" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_terms" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_terms" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "route_discounts" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "route_discounts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "routes" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog_change_rows" ADD CONSTRAINT "catalog_change_rows_change_id_catalog_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."catalog_changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_changes" ADD CONSTRAINT "catalog_changes_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_changes" ADD CONSTRAINT "catalog_changes_undoes_id_catalog_changes_id_fk" FOREIGN KEY ("undoes_id") REFERENCES "public"."catalog_changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_versions" ADD CONSTRAINT "text_versions_made_by_id_users_id_fk" FOREIGN KEY ("made_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalog_change_rows_object" ON "catalog_change_rows" USING btree ("kind","row_id","change_id" desc);--> statement-breakpoint
CREATE INDEX "text_versions_owner" ON "text_versions" USING btree ("kind","row_id","field");--> statement-breakpoint
-- What has been sold stays on sale.
UPDATE "periods" SET "published_at" = now();
--> statement-breakpoint
CREATE TRIGGER catalog_changes_append_only BEFORE UPDATE OR DELETE ON catalog_changes FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER catalog_change_rows_append_only BEFORE UPDATE OR DELETE ON catalog_change_rows FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER text_versions_append_only BEFORE UPDATE OR DELETE ON text_versions FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
DROP TRIGGER raise_catalog_version ON "routes";
--> statement-breakpoint
CREATE TRIGGER raise_catalog_version BEFORE INSERT OR DELETE OR TRUNCATE OR UPDATE OF
  "period_program_id", "name", "text_before", "text_after", "capacity", "has_pickup_location",
  "has_surge_pricing", "surge_pricing_text", "contract_pdf", "is_active", "position", "version" ON "routes"
  FOR EACH STATEMENT EXECUTE FUNCTION raise_catalog_version();
