ALTER TABLE "orders" ADD COLUMN "is_on_paper" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "orders" SET "is_on_paper" = true FROM "scans" WHERE "scans"."order_id" = "orders"."id" AND "scans"."amendment_id" IS NULL;
