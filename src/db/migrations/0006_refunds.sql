CREATE TABLE "order_refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"request_key" text NOT NULL,
	"asked_cents" bigint,
	"amount_cents" bigint NOT NULL,
	"is_whole" boolean NOT NULL,
	"way" text NOT NULL,
	"reference" text,
	"reason" text NOT NULL,
	"approved_by" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_refunds_requestKey_unique" UNIQUE("request_key"),
	CONSTRAINT "order_refunds_amount" CHECK ("order_refunds"."amount_cents" > 0),
	CONSTRAINT "order_refunds_check_number" CHECK ("order_refunds"."way" <> 'check' or "order_refunds"."reference" is not null)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_refund_id" bigint NOT NULL,
	"payment_id" bigint NOT NULL,
	"charge_attempt_id" bigint,
	"amount_cents" bigint NOT NULL,
	"surcharge_cents" bigint NOT NULL,
	"idem_key" text NOT NULL,
	"charge_ref" text,
	"state" text NOT NULL,
	"gateway_ref" text,
	"code" text,
	"first_sent_at" timestamp (3) with time zone,
	"last_sent_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"replays" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_idemKey_unique" UNIQUE("idem_key"),
	CONSTRAINT "refunds_gatewayRef_unique" UNIQUE("gateway_ref"),
	CONSTRAINT "refunds_once" UNIQUE("order_refund_id","payment_id"),
	CONSTRAINT "refunds_amounts" CHECK ("refunds"."amount_cents" > 0 and "refunds"."surcharge_cents" between 0 and "refunds"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."refunds" (
	"ref" text PRIMARY KEY NOT NULL,
	"refund_id" bigint NOT NULL,
	"charge_ref" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"state" text NOT NULL,
	"code" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sandbox"."movements" ADD COLUMN "refund_ref" text;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_refund_id_order_refunds_id_fk" FOREIGN KEY ("order_refund_id") REFERENCES "public"."order_refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_charge_attempt_id_charge_attempts_id_fk" FOREIGN KEY ("charge_attempt_id") REFERENCES "public"."charge_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_refunds_order" ON "order_refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_unresolved" ON "refunds" USING btree ("lease_until") WHERE "refunds"."state" in ('created', 'sent', 'unknown');