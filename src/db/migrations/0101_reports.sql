-- The add-ons that a contract was signed with, in cents, out of its snapshot.
CREATE FUNCTION signed_addons_cents(snapshot jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(sum((addon ->> 'amount')::bigint), 0)::bigint
  FROM jsonb_array_elements(CASE jsonb_typeof(snapshot -> 'addons') WHEN 'array' THEN snapshot -> 'addons'
    ELSE '[]' END) AS addon
$$;
--> statement-breakpoint
CREATE TABLE "closed_month_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "closed_month_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"closed_month_id" bigint NOT NULL,
	"name" text NOT NULL,
	"file_key" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"size_bytes" integer NOT NULL,
	CONSTRAINT "closed_month_files_file_key_unique" UNIQUE("file_key"),
	CONSTRAINT "closed_month_files_name" UNIQUE("closed_month_id","name"),
	CONSTRAINT "closed_month_files_sha" CHECK (octet_length("closed_month_files"."sha256") = 32)
);
--> statement-breakpoint
CREATE TABLE "closed_months" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "closed_months_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" date NOT NULL,
	"entries" integer NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"closed_by_id" bigint NOT NULL,
	"reopened_at" timestamp (3) with time zone,
	"reopened_by_id" bigint,
	CONSTRAINT "closed_months_first_day" CHECK (extract(day from "closed_months"."month") = 1),
	CONSTRAINT "closed_months_reopened" CHECK (("closed_months"."reopened_at" is null) = ("closed_months"."reopened_by_id" is null))
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"account" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"number" text,
	"class" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_statements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "kept_statements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"year" integer NOT NULL,
	"edition" integer NOT NULL,
	"facts_hash" text NOT NULL,
	"file_key" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"size_bytes" integer NOT NULL,
	"printed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kept_statements_file_key_unique" UNIQUE("file_key"),
	CONSTRAINT "kept_statements_edition" UNIQUE("user_id","year","edition"),
	CONSTRAINT "kept_statements_sha" CHECK (octet_length("kept_statements"."sha256") = 32)
);
--> statement-breakpoint
ALTER TABLE "journal" ADD COLUMN "booked_on" date;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "addons_cents" bigint GENERATED ALWAYS AS (signed_addons_cents(snapshot)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "closed_month_files" ADD CONSTRAINT "closed_month_files_closed_month_id_closed_months_id_fk" FOREIGN KEY ("closed_month_id") REFERENCES "public"."closed_months"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_months" ADD CONSTRAINT "closed_months_closed_by_id_users_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_months" ADD CONSTRAINT "closed_months_reopened_by_id_users_id_fk" FOREIGN KEY ("reopened_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_statements" ADD CONSTRAINT "kept_statements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_closing" ON "closed_months" USING btree ("month") WHERE "closed_months"."reopened_at" is null;--> statement-breakpoint
CREATE INDEX "payments_above_due" ON "payments" USING btree ("order_id") WHERE "payments"."is_surplus";--> statement-breakpoint
CREATE INDEX "journal_booked_on" ON "journal" USING btree ("booked_on","id");--> statement-breakpoint
CREATE INDEX "orders_period" ON "orders" USING btree ("period_id","id");
--> statement-breakpoint
-- The day on which a row of the journal is booked (RP3.4). The closing of a month takes the lock alone, so no
-- row enters a month that is being closed.
CREATE FUNCTION book_in_open_month() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE first_open date;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('closing of months', 0));
  SELECT (max(month) + interval '1 month')::date INTO first_open FROM closed_months WHERE reopened_at IS NULL;
  IF NEW.booked_on IS NULL THEN
    NEW.booked_on := greatest(first_open, (NEW.at AT TIME ZONE
      coalesce((SELECT time_zone FROM company LIMIT 1), 'America/New_York'))::date);
  ELSIF NEW.booked_on < first_open THEN
    RAISE EXCEPTION 'the month of % is closed', NEW.booked_on USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER journal_book_in_open_month BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION book_in_open_month();
--> statement-breakpoint
CREATE TRIGGER closed_month_files_append_only BEFORE UPDATE OR DELETE ON closed_month_files FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
ALTER TABLE journal DISABLE TRIGGER journal_append_only;
--> statement-breakpoint
UPDATE journal SET booked_on = (at AT TIME ZONE
  coalesce((SELECT time_zone FROM company LIMIT 1), 'America/New_York'))::date;
--> statement-breakpoint
ALTER TABLE journal ENABLE TRIGGER journal_append_only;
--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_is_booked" CHECK ("journal"."booked_on" is not null);
