CREATE TABLE "collection_stops" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collection_stops_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"stopped_at" timestamp (3) with time zone NOT NULL,
	"charge_attempt_id" bigint NOT NULL,
	"released_at" timestamp (3) with time zone,
	"released_by_id" bigint
);
--> statement-breakpoint
ALTER TABLE "collection_stops" ADD CONSTRAINT "collection_stops_charge_attempt_id_charge_attempts_id_fk" FOREIGN KEY ("charge_attempt_id") REFERENCES "public"."charge_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_stops" ADD CONSTRAINT "collection_stops_released_by_id_users_id_fk" FOREIGN KEY ("released_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_collection_stop" ON "collection_stops" USING btree ((true)) WHERE "collection_stops"."released_at" is null;
