ALTER TABLE "sessions" ADD COLUMN "begun_in" uuid;--> statement-breakpoint
CREATE INDEX "sessions_begun_in" ON "sessions" USING btree ("begun_in") WHERE "sessions"."begun_in" is not null;