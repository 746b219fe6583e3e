ALTER TABLE "charge_attempts" ADD COLUMN "processor" text;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "processor" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "processor" text;--> statement-breakpoint
-- A database that has an account was never another processor's: one with methods of the sandbox is bound to nobody.
UPDATE "payment_methods" SET "processor" = coalesce((SELECT "processor" FROM "processor_binding"), 'sandbox');--> statement-breakpoint
UPDATE "charge_attempts" SET "processor" = coalesce((SELECT "processor" FROM "processor_binding"), 'sandbox');--> statement-breakpoint
UPDATE "refunds" SET "processor" = coalesce((SELECT "processor" FROM "processor_binding"), 'sandbox') WHERE "charge_ref" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "charge_attempts" ALTER COLUMN "processor" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ALTER COLUMN "processor" SET NOT NULL;
