DROP INDEX "outbox_unsent";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "given_up_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree (("tries" > 0),"next_try_at" NULLS FIRST,"id") WHERE "outbox"."sent_at" is null and "outbox"."given_up_at" is null;--> statement-breakpoint
UPDATE "outbox" SET "given_up_at" = coalesce("next_try_at", now()) WHERE "sent_at" IS NULL AND "tries" >= 1300;
