CREATE TABLE "catalog_version" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" uuid DEFAULT gen_random_uuid() NOT NULL
);
--> statement-breakpoint
INSERT INTO "catalog_version" DEFAULT VALUES;
--> statement-breakpoint
-- Runs before the write, so that no row is locked yet while it waits for the orders that are being signed. The
-- lock is the one of a season import.
CREATE FUNCTION raise_catalog_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7203121);
  UPDATE catalog_version SET version = gen_random_uuid();
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The version, which stays until the transaction ends: a write of the catalog waits for it, and it for the write.
CREATE FUNCTION hold_catalog_version() RETURNS uuid LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7203121);
  RETURN (SELECT version FROM catalog_version);
END $$;
--> statement-breakpoint
DO $$
DECLARE catalog_table text;
BEGIN
  FOREACH catalog_table IN ARRAY ARRAY['addons', 'company', 'divisions', 'options', 'payment_terms',
    'payment_type_surcharges', 'period_program_groups', 'period_programs', 'periods', 'printable_contracts',
    'products', 'program_grades', 'program_groups', 'programs', 'route_discounts']
  LOOP
    EXECUTE format('CREATE TRIGGER raise_catalog_version BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION raise_catalog_version()', catalog_table);
  END LOOP;
END $$;
--> statement-breakpoint
-- Selling a seat is no change of the catalog, so the column that counts them is left out.
CREATE TRIGGER raise_catalog_version BEFORE INSERT OR DELETE OR TRUNCATE OR UPDATE OF
  "period_program_id", "name", "text_before", "text_after", "capacity", "has_pickup_location",
  "has_surge_pricing", "surge_pricing_text", "contract_pdf", "is_active", "position" ON "routes"
  FOR EACH STATEMENT EXECUTE FUNCTION raise_catalog_version();
