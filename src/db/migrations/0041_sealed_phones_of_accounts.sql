DROP INDEX "users_search";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_marks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "users_phone_marks" ON "users" USING gin ("phone_marks");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (("first_name" || ' ' || "last_name" || ' ' || "email") gin_trgm_ops);