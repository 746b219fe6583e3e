CREATE TABLE "sale_offers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sale_offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"student_id" bigint NOT NULL,
	"route_id" bigint NOT NULL,
	"payment_term_id" bigint NOT NULL,
	"route_discount_id" bigint,
	"selection" text NOT NULL,
	"note" text,
	"quote" jsonb NOT NULL,
	"quote_hash" text NOT NULL,
	"prices" jsonb NOT NULL,
	"priced_on" date NOT NULL,
	"pay_by" text NOT NULL,
	"payment_method_id" bigint,
	"state" text NOT NULL,
	"order_id" bigint,
	"made_by_id" bigint NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"reminded_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"answer" text,
	"replaced_by_id" bigint,
	CONSTRAINT "sale_offers_order_id_unique" UNIQUE("order_id")
);
--> statement-breakpoint
DROP INDEX "one_live_order";--> statement-breakpoint
ALTER TABLE "sale_offers" ADD CONSTRAINT "sale_offers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_offers" ADD CONSTRAINT "sale_offers_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_offers" ADD CONSTRAINT "sale_offers_route_id_routes_id_fk" FOREIGN KEY ("route_id") REFERENCES "public"."routes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_offers" ADD CONSTRAINT "sale_offers_payment_term_id_payment_terms_id_fk" FOREIGN KEY ("payment_term_id") REFERENCES "public"."payment_terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_offers" ADD CONSTRAINT "sale_offers_route_discount_id_route_discounts_id_fk" FOREIGN KEY ("route_discount_id") REFERENCES "public"."route_discounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_offers" ADD CONSTRAINT "sale_offers_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_offers" ADD CONSTRAINT "sale_offers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_offers" ADD CONSTRAINT "sale_offers_made_by_id_users_id_fk" FOREIGN KEY ("made_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_offer" ON "sale_offers" USING btree ("student_id","route_id") WHERE "sale_offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX "sale_offers_open" ON "sale_offers" USING btree ("ends_at") WHERE "sale_offers"."state" = 'open';--> statement-breakpoint
CREATE INDEX "sale_offers_user" ON "sale_offers" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_order" ON "orders" USING btree ("student_id","route_id") WHERE "orders"."status" in ('awaiting_aid', 'awaiting_check', 'pending_payment', 'active');