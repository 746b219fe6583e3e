DROP INDEX "students_search";--> statement-breakpoint
CREATE INDEX "students_search" ON "students" USING gin ((search_letters("first_name") || ' ' || search_letters("last_name")
    || ' ' || search_letters("guardian_1_first_name") || ' ' || search_letters("guardian_1_last_name")
    || ' ' || coalesce(search_letters("guardian_2_first_name"), '')
    || ' ' || coalesce(search_letters("guardian_2_last_name"), '')) gin_trgm_ops) WHERE "students"."deleted_at" is null;