CREATE TABLE "used_challenges" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "authenticators" ADD COLUMN "credential_id" text;--> statement-breakpoint
ALTER TABLE "authenticators" ADD COLUMN "public_key" "bytea";--> statement-breakpoint
ALTER TABLE "authenticators" ADD COLUMN "use_count" bigint;--> statement-breakpoint
ALTER TABLE "authenticators" ADD COLUMN "transports" text[];--> statement-breakpoint
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_credential_id_unique" UNIQUE("credential_id");--> statement-breakpoint
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_passkey" CHECK (("authenticators"."kind" = 'passkey') = (num_nonnulls("authenticators"."credential_id", "authenticators"."public_key", "authenticators"."use_count") = 3));