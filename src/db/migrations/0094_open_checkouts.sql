-- What a crash may empty costs no log.
CREATE UNLOGGED TABLE "open_checkouts" (
	"user_id" bigint NOT NULL,
	"route_id" bigint NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "open_checkouts_user_id_route_id_pk" PRIMARY KEY("user_id","route_id")
);
--> statement-breakpoint
ALTER TABLE "catalog_changes" ADD COLUMN "effects" jsonb;--> statement-breakpoint
ALTER TABLE "open_checkouts" ADD CONSTRAINT "open_checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_checkouts_route" ON "open_checkouts" USING btree ("route_id","asked_at");