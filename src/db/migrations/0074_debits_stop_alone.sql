DROP INDEX "one_collection_stop";--> statement-breakpoint
ALTER TABLE "collection_stops" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "collection_stops" ADD COLUMN "resumes_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "one_collection_stop" ON "collection_stops" USING btree ((coalesce("kind", 'all'))) WHERE "collection_stops"."released_at" is null;--> statement-breakpoint
ALTER TABLE "collection_stops" ADD CONSTRAINT "collection_stops_resume" CHECK (("collection_stops"."kind" is null) = ("collection_stops"."resumes_at" is null));