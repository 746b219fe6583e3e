ALTER TABLE "payment_methods" ADD COLUMN "funding" text;--> statement-breakpoint
UPDATE "payment_methods" SET "funding" = 'credit' WHERE "payment_type_id" = (SELECT "id" FROM "options" WHERE "key" = 'paymentTypeCreditCard');
