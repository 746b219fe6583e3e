CREATE TABLE "known_browsers" (
	"hash" "bytea" NOT NULL,
	"user_id" bigint NOT NULL,
	"logged_in_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_browsers_hash_user_id_pk" PRIMARY KEY("hash","user_id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_browsers_user" ON "known_browsers" USING btree ("user_id");