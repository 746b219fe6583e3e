CREATE TABLE "news_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"title" text NOT NULL,
	"text" text,
	"link" text,
	"link_text" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "news_items_title" UNIQUE("title")
);
--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "dispatch_hours" text;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "change_fee_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "offer_hours" integer DEFAULT 72 NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "work_ages" jsonb;--> statement-breakpoint
ALTER TABLE "divisions" ADD COLUMN "tax_id" text;--> statement-breakpoint
ALTER TABLE "program_groups" ADD COLUMN "line_color" text DEFAULT '#4a5672' NOT NULL;--> statement-breakpoint
ALTER TABLE "program_groups" ADD COLUMN "is_on_home_page" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "program_groups" ADD COLUMN "drawing_file" text;--> statement-breakpoint
ALTER TABLE "program_groups" ADD COLUMN "old_paths" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "check_attention" text;--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "check_text" text;--> statement-breakpoint
ALTER TABLE "content_blocks" ADD COLUMN "program_group_id" bigint;--> statement-breakpoint
ALTER TABLE "content_blocks" ADD COLUMN "short_name" text;--> statement-breakpoint
ALTER TABLE "content_blocks" ADD CONSTRAINT "content_blocks_program_group_id_program_groups_id_fk" FOREIGN KEY ("program_group_id") REFERENCES "public"."program_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Pages show these as they show the rest of the catalog: the version tells of a change.
DO $$
DECLARE catalog_table text;
BEGIN
  FOREACH catalog_table IN ARRAY ARRAY['content_blocks', 'news_items']
  LOOP
    EXECUTE format('CREATE TRIGGER raise_catalog_version BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION raise_catalog_version()', catalog_table);
  END LOOP;
END $$;
