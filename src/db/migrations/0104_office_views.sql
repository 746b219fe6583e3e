CREATE TABLE "office_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "office_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"list" text NOT NULL,
	"name" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"is_shared" boolean NOT NULL,
	"query" jsonb NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "office_views" ADD CONSTRAINT "office_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "office_views_shared" ON "office_views" USING btree ("list",lower("name")) WHERE "office_views"."is_shared";--> statement-breakpoint
CREATE UNIQUE INDEX "office_views_own" ON "office_views" USING btree ("owner_id","list",lower("name")) WHERE not "office_views"."is_shared";