CREATE TABLE "text_drafts" (
	"kind" text NOT NULL,
	"row_id" bigint NOT NULL,
	"field" text NOT NULL,
	"html" text,
	"version" integer NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"saved_by_id" bigint NOT NULL,
	CONSTRAINT "text_drafts_kind_row_id_field_pk" PRIMARY KEY("kind","row_id","field")
);
--> statement-breakpoint
ALTER TABLE "catalog_changes" ADD COLUMN "approval" text;--> statement-breakpoint
ALTER TABLE "text_drafts" ADD CONSTRAINT "text_drafts_saved_by_id_users_id_fk" FOREIGN KEY ("saved_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "acceptances_text" ON "acceptances" USING btree ("text_hash","order_id");