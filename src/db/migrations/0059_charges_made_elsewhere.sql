ALTER TABLE "sandbox"."charges" ALTER COLUMN "attempt_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."charges" ALTER COLUMN "customer" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."charges" ALTER COLUMN "method_token" DROP NOT NULL;