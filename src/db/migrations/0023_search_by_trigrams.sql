-- A trusted extension: who may create tables in the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (("first_name" || ' ' || "last_name" || ' ' || "email" || ' '
  || coalesce("phone_home", '') || ' ' || coalesce("phone_mobile", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contracts_search" ON "contracts" USING gin ("contract_number" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "students_search" ON "students" USING gin (("first_name" || ' ' || "last_name") gin_trgm_ops) WHERE "students"."deleted_at" is null;