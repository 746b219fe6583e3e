CREATE TABLE "method_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "method_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"processor" text NOT NULL,
	"kind" text NOT NULL,
	"program_group_id" bigint,
	"client_key" text,
	"customer_ref" text NOT NULL,
	"ref" text,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"payment_method_id" bigint,
	"mandate_ref" text,
	"verify_url" text,
	"arrives_on" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "method_entries_ref_unique" UNIQUE("ref"),
	CONSTRAINT "method_entries_key" UNIQUE("user_id","client_key")
);
--> statement-breakpoint
CREATE TABLE "methods_to_forget" (
	"gateway_ref" text PRIMARY KEY NOT NULL,
	"processor" text NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "processor_customers" (
	"user_id" bigint NOT NULL,
	"processor" text NOT NULL,
	"customer_ref" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "processor_customers_user_id_processor_pk" PRIMARY KEY("user_id","processor")
);
--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "bank_name" text;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "kept_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sandbox"."methods" ADD COLUMN "funding" text;--> statement-breakpoint
ALTER TABLE "sandbox"."methods" ADD COLUMN "forgotten_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "method_entries" ADD CONSTRAINT "method_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "method_entries" ADD CONSTRAINT "method_entries_program_group_id_program_groups_id_fk" FOREIGN KEY ("program_group_id") REFERENCES "public"."program_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "method_entries" ADD CONSTRAINT "method_entries_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processor_customers" ADD CONSTRAINT "processor_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "method_entries_undecided" ON "method_entries" USING btree ("created_at") WHERE "method_entries"."state" in ('open', 'verifying');--> statement-breakpoint
UPDATE "payment_methods" SET "kept_at" = "created_at";--> statement-breakpoint
UPDATE "sandbox"."methods" m SET "funding" = p."funding" FROM "payment_methods" p WHERE p."gateway_ref" = m."token";
