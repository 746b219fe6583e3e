ALTER TABLE "orders" ADD COLUMN "left_method_id" bigint;--> statement-breakpoint
-- By hand: the files of the tables of payment methods and orders may not import each other.
ALTER TABLE "orders" ADD CONSTRAINT "orders_left_method_id_payment_methods_id_fk" FOREIGN KEY ("left_method_id") REFERENCES "public"."payment_methods"("id");
