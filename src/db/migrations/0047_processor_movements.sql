CREATE TABLE "processor_movements" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"charge_ref" text,
	"refund_ref" text,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"payout_ref" text,
	"is_arrived" boolean NOT NULL,
	"is_foreign" boolean NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "processor_payouts" (
	"ref" text PRIMARY KEY NOT NULL,
	"amount_cents" bigint NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"arrives_on" date NOT NULL,
	"state" text NOT NULL,
	"trace" text,
	"movement_count" integer,
	"read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."payouts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."payouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ref" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"arrives_on" date NOT NULL,
	"state" text DEFAULT 'on_its_way' NOT NULL,
	"trace" text,
	CONSTRAINT "payouts_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
ALTER TABLE "sandbox"."movements" ALTER COLUMN "charge_ref" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."movements" ADD COLUMN "fee_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."movements" ADD COLUMN "is_arrived" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."movements" ADD COLUMN "is_foreign" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."movements" ADD COLUMN "available_on" date;--> statement-breakpoint
ALTER TABLE "sandbox"."movements" ADD COLUMN "payout_ref" text;--> statement-breakpoint
CREATE INDEX "processor_movements_at" ON "processor_movements" USING btree ("at");--> statement-breakpoint
CREATE INDEX "processor_movements_charge" ON "processor_movements" USING btree ("charge_ref");--> statement-breakpoint
CREATE INDEX "processor_movements_payout" ON "processor_movements" USING btree ("payout_ref");--> statement-breakpoint
CREATE INDEX "processor_movements_on_its_way" ON "processor_movements" USING btree ("at") WHERE not "processor_movements"."is_arrived";--> statement-breakpoint
CREATE INDEX "processor_payouts_made" ON "processor_payouts" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "sandbox_movements_charge" ON "sandbox"."movements" USING btree ("charge_ref");--> statement-breakpoint
CREATE INDEX "sandbox_movements_payout" ON "sandbox"."movements" USING btree ("payout_ref");--> statement-breakpoint
CREATE INDEX "sandbox_movements_at" ON "sandbox"."movements" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sandbox_movements_unpaid" ON "sandbox"."movements" USING btree ("available_on") WHERE "sandbox"."movements"."payout_ref" is null;--> statement-breakpoint
-- What had moved before is paid out on the next day; debits that are on their way are in the balance from now on.
UPDATE "sandbox"."movements" SET "available_on" = "at"::date + 1;--> statement-breakpoint
INSERT INTO "sandbox"."movements" ("charge_ref", "kind", "amount_cents", "at", "is_arrived")
	SELECT "ref", 'charge', "amount_cents", "created_at", false FROM "sandbox"."charges" WHERE "state" = 'pending';
