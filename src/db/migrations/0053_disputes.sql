CREATE TABLE "disputes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "disputes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"gateway_ref" text NOT NULL,
	"order_id" bigint NOT NULL,
	"payment_id" bigint NOT NULL,
	"charge_attempt_id" bigint NOT NULL,
	"payment_method_id" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"withdrawn_cents" bigint NOT NULL,
	"reinstated_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "disputes_gateway_ref_unique" UNIQUE("gateway_ref"),
	CONSTRAINT "disputes_amounts" CHECK ("disputes"."amount_cents" > 0 and "disputes"."reinstated_cents" <= "disputes"."withdrawn_cents")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."disputes" (
	"ref" text PRIMARY KEY NOT NULL,
	"charge_ref" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"state" text NOT NULL,
	"opens_as" text NOT NULL,
	"becomes" text NOT NULL,
	"moves_on" date,
	"due_on" date,
	"withdrawn_cents" bigint NOT NULL,
	"reinstated_cents" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "processor_movements" ADD COLUMN "dispute_ref" text;--> statement-breakpoint
ALTER TABLE "sandbox"."movements" ADD COLUMN "dispute_ref" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_charge_attempt_id_charge_attempts_id_fk" FOREIGN KEY ("charge_attempt_id") REFERENCES "public"."charge_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_charge" ON "disputes" USING btree ("charge_attempt_id");--> statement-breakpoint
CREATE INDEX "disputes_standing" ON "disputes" USING btree ("order_id") WHERE "disputes"."state" in ('open', 'answered');--> statement-breakpoint
CREATE INDEX "disputes_undecided" ON "disputes" USING btree ("opened_at") WHERE "disputes"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "sandbox_disputes_charge" ON "sandbox"."disputes" USING btree ("charge_ref");