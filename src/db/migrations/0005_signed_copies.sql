CREATE TABLE "signed_copies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signed_copies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"contract_number" text NOT NULL,
	"sha_256" "bytea" NOT NULL,
	"file_key" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "signed_copies_orderId_unique" UNIQUE("order_id"),
	CONSTRAINT "signed_copies_number" UNIQUE("contract_number"),
	CONSTRAINT "signed_copies_sha" CHECK (octet_length("signed_copies"."sha_256") = 32)
);
--> statement-breakpoint
ALTER TABLE "signed_copies" ADD CONSTRAINT "signed_copies_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- A paper that was handed out stays what it was; its hash is what a stranger checks it by.
CREATE TRIGGER signed_copies_append_only BEFORE UPDATE OR DELETE ON signed_copies FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
