CREATE TABLE "audit_chain" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"audit_id" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_chain_audit_id_unique" UNIQUE("audit_id"),
	CONSTRAINT "audit_chain_hash" CHECK (octet_length("audit_chain"."hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"highest_audit_id" bigint NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL,
	"signed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
-- The chain is only ever added to, like what it stands for (H13).
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE ON audit_chain FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER audit_heads_append_only BEFORE UPDATE OR DELETE ON audit_heads FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
