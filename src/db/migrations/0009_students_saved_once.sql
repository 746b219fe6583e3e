ALTER TABLE "addresses" ADD COLUMN "client_key" text;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "client_key" text;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_client_key" UNIQUE("user_id","client_key");--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_client_key" UNIQUE("user_id","client_key");