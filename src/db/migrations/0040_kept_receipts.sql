CREATE TABLE "kept_receipts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "kept_receipts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invoice_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"edition" text NOT NULL,
	"file_key" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"size_bytes" integer NOT NULL,
	"printed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kept_receipts_edition" UNIQUE("invoice_id","edition"),
	CONSTRAINT "kept_receipts_sha" CHECK (octet_length("kept_receipts"."sha256") = 32)
);
--> statement-breakpoint
ALTER TABLE "destruction_certificates" ADD COLUMN "receipts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "kept_receipts" ADD CONSTRAINT "kept_receipts_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_receipts" ADD CONSTRAINT "kept_receipts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_receipts_order" ON "kept_receipts" USING btree ("order_id");--> statement-breakpoint
-- A receipt that was handed out stays what it was (H17).
CREATE TRIGGER kept_receipts_append_only BEFORE UPDATE OR DELETE ON kept_receipts FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
-- Receipts go with the evidence of their orders, by erase_evidence alone.
CREATE OR REPLACE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME IN ('acceptances', 'signed_copies', 'kept_receipts')
    AND current_setting('schoolrun.erasing', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% rows are append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION erase_evidence(order_ids bigint[], today date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  latest date := (now() + (SELECT offset_ms FROM clock_settings) * interval '1 millisecond')::date + 1;
BEGIN
  IF EXISTS (SELECT FROM orders o JOIN periods p ON p.id = o.period_id
    WHERE o.id = ANY (order_ids) AND NOT (
      (o.activated_at IS NULL AND o.status IN ('payment_failed', 'cancelled'))
      OR (o.activated_at IS NOT NULL AND p.ends_on + interval '7 years' < least(today, latest)))) THEN
    RAISE EXCEPTION 'evidence is kept for seven years after the school year' USING ERRCODE = 'restrict_violation';
  END IF;
  PERFORM set_config('schoolrun.erasing', 'on', true);
  DELETE FROM acceptances WHERE order_id = ANY (order_ids);
  DELETE FROM signed_copies WHERE order_id = ANY (order_ids);
  DELETE FROM kept_receipts WHERE order_id = ANY (order_ids);
  PERFORM set_config('schoolrun.erasing', 'off', true);
END $$;
