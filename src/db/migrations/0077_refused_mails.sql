ALTER TABLE "outbox" ADD COLUMN "fault" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "refused_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "outbox_given_up" ON "outbox" USING btree ("id") WHERE "outbox"."sent_at" is null and "outbox"."given_up_at" is not null;
