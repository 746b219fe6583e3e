ALTER TABLE "acceptances" ADD COLUMN "is_named" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "acceptances" ADD COLUMN "placed_by_id" bigint;--> statement-breakpoint
ALTER TABLE "seat_holds" ADD COLUMN "promised_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "acceptances" ADD CONSTRAINT "acceptances_placed_by_id_users_id_fk" FOREIGN KEY ("placed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;