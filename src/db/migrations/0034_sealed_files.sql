CREATE TABLE "vault_progress" (
	"source" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"last_id" bigint NOT NULL
);
