CREATE TABLE "contract_amendments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contract_amendments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"change" jsonb NOT NULL,
	"plan" jsonb NOT NULL,
	"plan_hash" text NOT NULL,
	"snapshot_after" jsonb NOT NULL,
	"brings_texts" boolean NOT NULL,
	"reason" text NOT NULL,
	"fee_cents" bigint NOT NULL,
	"counts_from" date NOT NULL,
	"agree_by" text NOT NULL,
	"state" text NOT NULL,
	"proposed_by_id" bigint NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"approved_cents" bigint,
	"approved_by_id" bigint,
	"answered_at" timestamp (3) with time zone,
	"answer_reason" text,
	"applied_at" timestamp (3) with time zone,
	"text_hash" "bytea",
	"ip" text,
	"user_agent" text,
	"refund_key" text,
	CONSTRAINT "contract_amendments_number" UNIQUE("order_id","number"),
	CONSTRAINT "contract_amendments_applied" CHECK (("contract_amendments"."state" = 'applied') = ("contract_amendments"."applied_at" is not null)),
	CONSTRAINT "contract_amendments_fee" CHECK ("contract_amendments"."fee_cents" >= 0),
	CONSTRAINT "contract_amendments_agreed" CHECK ("contract_amendments"."agree_by" = 'none' or "contract_amendments"."state" not in ('accepted', 'applied') or "contract_amendments"."text_hash" is not null)
);
--> statement-breakpoint
ALTER TABLE "signed_copies" DROP CONSTRAINT "signed_copies_edition";--> statement-breakpoint
ALTER TABLE "signed_copies" DROP CONSTRAINT "signed_copies_number";--> statement-breakpoint
DROP INDEX "acceptances_once";--> statement-breakpoint
ALTER TABLE "signed_copies" ADD COLUMN "amendment_id" bigint;--> statement-breakpoint
ALTER TABLE "acceptances" ADD COLUMN "amendment_id" bigint;--> statement-breakpoint
ALTER TABLE "contract_amendments" ADD CONSTRAINT "contract_amendments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_amendments" ADD CONSTRAINT "contract_amendments_proposed_by_id_users_id_fk" FOREIGN KEY ("proposed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_amendments" ADD CONSTRAINT "contract_amendments_approved_by_id_users_id_fk" FOREIGN KEY ("approved_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_amendment" ON "contract_amendments" USING btree ("order_id") WHERE "contract_amendments"."state" in ('proposed', 'accepted');--> statement-breakpoint
CREATE INDEX "contract_amendments_open" ON "contract_amendments" USING btree ("ends_at") WHERE "contract_amendments"."state" in ('proposed', 'accepted');--> statement-breakpoint
CREATE INDEX "contract_amendments_state" ON "contract_amendments" USING btree ("state","id");--> statement-breakpoint
ALTER TABLE "signed_copies" ADD CONSTRAINT "signed_copies_amendment_id_contract_amendments_id_fk" FOREIGN KEY ("amendment_id") REFERENCES "public"."contract_amendments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "acceptances_once" ON "acceptances" USING btree ("order_id","kind",("placed_by_id" is null),coalesce("amendment_id", 0));--> statement-breakpoint
ALTER TABLE "signed_copies" ADD CONSTRAINT "signed_copies_edition" UNIQUE NULLS NOT DISTINCT("order_id","edition","amendment_id");--> statement-breakpoint
ALTER TABLE "signed_copies" ADD CONSTRAINT "signed_copies_number" UNIQUE NULLS NOT DISTINCT("contract_number","edition","amendment_id");--> statement-breakpoint
-- Declared here: the file of amendments imports the file of orders.
ALTER TABLE "acceptances" ADD CONSTRAINT "acceptances_amendment_id_contract_amendments_id_fk" FOREIGN KEY ("amendment_id") REFERENCES "public"."contract_amendments"("id");
