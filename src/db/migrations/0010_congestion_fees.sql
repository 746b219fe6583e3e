CREATE TABLE "congestion_fees" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "congestion_fees_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"route_id" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"charge_on" date NOT NULL,
	"request_key" text NOT NULL,
	"announced_by" bigint NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_by" bigint,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "congestion_fees_requestKey_unique" UNIQUE("request_key"),
	CONSTRAINT "congestion_fees_amount" CHECK ("congestion_fees"."amount_cents" > 0),
	CONSTRAINT "congestion_fees_withdrawn" CHECK (("congestion_fees"."withdrawn_at" is null) = ("congestion_fees"."withdrawn_by" is null))
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "congestion_fee_id" bigint;--> statement-breakpoint
ALTER TABLE "congestion_fees" ADD CONSTRAINT "congestion_fees_route_id_routes_id_fk" FOREIGN KEY ("route_id") REFERENCES "public"."routes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "congestion_fees" ADD CONSTRAINT "congestion_fees_announced_by_users_id_fk" FOREIGN KEY ("announced_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "congestion_fees" ADD CONSTRAINT "congestion_fees_withdrawn_by_users_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "congestion_fees_route" ON "congestion_fees" USING btree ("route_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_congestion_fee_id_congestion_fees_id_fk" FOREIGN KEY ("congestion_fee_id") REFERENCES "public"."congestion_fees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_congestion_payment" ON "payments" USING btree ("congestion_fee_id","order_id") WHERE "payments"."congestion_fee_id" is not null;