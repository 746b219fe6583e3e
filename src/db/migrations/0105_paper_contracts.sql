CREATE TABLE "expired_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"printed_on" date NOT NULL,
	"contract_number" text
);
--> statement-breakpoint
CREATE TABLE "scans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint,
	"signed_on" date,
	"surge_page" integer,
	"file_key" text NOT NULL,
	"media_type" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"size_bytes" integer NOT NULL,
	"pages" integer NOT NULL,
	"by_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "scans_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "scans_file_key_unique" UNIQUE("file_key"),
	CONSTRAINT "scans_sha" CHECK (octet_length("scans"."sha256") = 32),
	CONSTRAINT "scans_signed" CHECK (("scans"."order_id" is null) = ("scans"."signed_on" is null)),
	CONSTRAINT "scans_surge_page" CHECK ("scans"."surge_page" between 1 and "scans"."pages")
);
--> statement-breakpoint
ALTER TABLE "acceptances" ADD COLUMN "scan_id" bigint;--> statement-breakpoint
ALTER TABLE "printed_contracts" ADD COLUMN "received_on" date;--> statement-breakpoint
ALTER TABLE "printed_contracts" ADD COLUMN "check_reference" text;--> statement-breakpoint
ALTER TABLE "printed_contracts" ADD COLUMN "received_cents" bigint;--> statement-breakpoint
ALTER TABLE "printed_contracts" ADD COLUMN "put_aside_note" text;--> statement-breakpoint
ALTER TABLE "printed_contracts" ADD COLUMN "put_aside_by_id" bigint;--> statement-breakpoint
ALTER TABLE "printed_contracts" ADD COLUMN "put_aside_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "printed_contracts" ADD COLUMN "order_id" bigint;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scans_waiting" ON "scans" USING btree ("at") WHERE "scans"."order_id" is null;--> statement-breakpoint
ALTER TABLE "printed_contracts" ADD CONSTRAINT "printed_contracts_put_aside_by_id_users_id_fk" FOREIGN KEY ("put_aside_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "printed_contracts" ADD CONSTRAINT "printed_contracts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "printed_contracts_aside" ON "printed_contracts" USING btree ("put_aside_at") WHERE "printed_contracts"."put_aside_at" is not null and "printed_contracts"."order_id" is null;--> statement-breakpoint
ALTER TABLE "acceptances" ADD CONSTRAINT "acceptances_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- A scan is given to its order once, and stays what it was (OF3.8).
CREATE FUNCTION refuse_changed_scan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (OLD.order_id IS NULL OR current_setting('schoolrun.erasing', true) = 'on') THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.order_id IS NULL
    AND (NEW.id, NEW.file_key, NEW.media_type, NEW.sha256, NEW.size_bytes, NEW.pages, NEW.by_id, NEW.at)
      = (OLD.id, OLD.file_key, OLD.media_type, OLD.sha256, OLD.size_bytes, OLD.pages, OLD.by_id, OLD.at) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a scan of an order is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER scans_append_only BEFORE UPDATE OR DELETE ON scans FOR EACH ROW EXECUTE FUNCTION refuse_changed_scan();
--> statement-breakpoint
-- Scans go with the evidence of their orders, and their files after them.
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
  WITH gone AS (DELETE FROM scans WHERE order_id = ANY (order_ids) RETURNING file_key)
    INSERT INTO file_deletions (key, asked_at) SELECT file_key, now() FROM gone ON CONFLICT DO NOTHING;
  DELETE FROM signed_copies WHERE order_id = ANY (order_ids);
  DELETE FROM kept_receipts WHERE order_id = ANY (order_ids);
  PERFORM set_config('schoolrun.erasing', 'off', true);
END $$;
