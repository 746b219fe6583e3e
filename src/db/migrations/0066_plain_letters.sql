-- What names are sorted and searched by: their letters without case and marks, so that É stands with E and Łasky is found by
-- "lasky". The server's own order of letters has them behind Z; one of ICU's would do more, but an index by it is broken by the
-- next ICU.
CREATE FUNCTION plain_letters(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(CASE WHEN octet_length(name) = length(name) THEN name
  ELSE translate(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g'), 'ØøŁłĐđ', 'OoLlDd') END);--> statement-breakpoint
DROP INDEX "users_name";--> statement-breakpoint
DROP INDEX "users_search";--> statement-breakpoint
DROP INDEX "students_search";--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (plain_letters("last_name"),plain_letters("first_name"),"id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (plain_letters("first_name" || ' ' || "last_name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "students_search" ON "students" USING gin (plain_letters("first_name" || ' ' || "last_name") gin_trgm_ops) WHERE "students"."deleted_at" is null;
