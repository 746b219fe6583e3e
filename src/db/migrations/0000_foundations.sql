CREATE SCHEMA "sandbox";
--> statement-breakpoint
CREATE TABLE "access_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailed_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "options" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "options_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"category" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "options_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"impersonator_id" bigint,
	"impersonation_reason" text,
	"secret" "bytea" NOT NULL,
	"ip" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_reason" text
);
--> statement-breakpoint
CREATE TABLE "user_roles" (
	"user_id" bigint NOT NULL,
	"role_type_id" bigint NOT NULL,
	CONSTRAINT "user_roles_user_id_role_type_id_pk" PRIMARY KEY("user_id","role_type_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"phone_home" text,
	"phone_mobile" text,
	"email_verified_at" timestamp (3) with time zone,
	"acknowledged_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "charge_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "charge_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"attempt_no" integer NOT NULL,
	"idem_key" text NOT NULL,
	"payment_method_id" bigint NOT NULL,
	"principal_cents" bigint NOT NULL,
	"surcharge_cents" bigint NOT NULL,
	"surcharges" jsonb NOT NULL,
	"params" jsonb NOT NULL,
	"state" text NOT NULL,
	"gateway_ref" text,
	"code" text,
	"next" text,
	"first_sent_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"replays" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "charge_attempts_idemKey_unique" UNIQUE("idem_key"),
	CONSTRAINT "charge_attempts_gatewayRef_unique" UNIQUE("gateway_ref"),
	CONSTRAINT "charge_attempts_number" UNIQUE("payment_id","attempt_no"),
	CONSTRAINT "charge_attempts_amounts" CHECK ("charge_attempts"."principal_cents" > 0 and "charge_attempts"."surcharge_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"charge_attempt_id" bigint,
	"description" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invoices_chargeAttemptId_unique" UNIQUE("charge_attempt_id")
);
--> statement-breakpoint
CREATE TABLE "journal" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"order_id" bigint,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "journal_once" UNIQUE("kind","ref")
);
--> statement-breakpoint
CREATE TABLE "mandates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mandates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"payment_method_id" bigint NOT NULL,
	"order_id" bigint,
	"text_hash" "bytea" NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_methods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"program_group_id" bigint,
	"payment_type_id" bigint NOT NULL,
	"name" text NOT NULL,
	"brand" text NOT NULL,
	"last_4" text NOT NULL,
	"exp_month" integer,
	"exp_year" integer,
	"gateway_ref" text NOT NULL,
	"gateway_customer" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deactivated_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"payment_number" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"pay_on" date NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_on" date,
	"paid_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"reference" text,
	"notes" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payments_number" UNIQUE("order_id","payment_number"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" > 0),
	CONSTRAINT "payments_refunded" CHECK ("payments"."refunded_cents" between 0 and "payments"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "postings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "postings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"journal_id" bigint NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"payment_id" bigint,
	"charge_attempt_id" bigint,
	"user_accounting_invoice_id" bigint,
	"payment_type_id" bigint NOT NULL,
	"payment_method_id" bigint,
	"is_success" boolean NOT NULL,
	"is_credit" boolean DEFAULT false NOT NULL,
	"is_adjustment" boolean DEFAULT false NOT NULL,
	"description" text NOT NULL,
	"description_detail" text,
	"quantity" integer DEFAULT 1 NOT NULL,
	"value_cents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "addons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "addons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"route_id" bigint NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"is_admin_only" boolean NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "addons_key" UNIQUE("route_id","name"),
	CONSTRAINT "addons_amount" CHECK ("addons"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "company" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"name" text NOT NULL,
	"time_zone" text DEFAULT 'America/New_York' NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"half_rounding_unit_cents" bigint DEFAULT 1 NOT NULL,
	"aid_fee_base" text DEFAULT 'subtotal' NOT NULL,
	"dispatch_phone" text NOT NULL,
	"dispatch_email" text NOT NULL,
	"hiring_email" text NOT NULL,
	"customer_service_email" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "divisions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "divisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"company_name" text NOT NULL,
	"address_1" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text NOT NULL,
	"phone_main" text NOT NULL,
	"ach_terms" text,
	CONSTRAINT "divisions_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "financial_aid_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "financial_aid_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"period_program_id" bigint NOT NULL,
	"code" text NOT NULL,
	"awarded_amount_cents" bigint,
	"expires_on" date,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"student_id" bigint,
	CONSTRAINT "financial_aid_codes_uses" CHECK ("financial_aid_codes"."max_uses" is null or "financial_aid_codes"."uses" <= "financial_aid_codes"."max_uses")
);
--> statement-breakpoint
CREATE TABLE "payment_terms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_terms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"route_id" bigint NOT NULL,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"payment_term_type_id" bigint NOT NULL,
	"from_dt" date,
	"thru_dt" date,
	"deposit_cents" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"number_payments" integer NOT NULL,
	"scheduled_dt" date,
	"prefix_text" text,
	"is_admin_only" boolean NOT NULL,
	CONSTRAINT "payment_terms_key" UNIQUE("route_id","identifier"),
	CONSTRAINT "payment_terms_amounts" CHECK ("payment_terms"."deposit_cents" >= 0 and "payment_terms"."amount_cents" >= 0 and "payment_terms"."number_payments" >= 1)
);
--> statement-breakpoint
CREATE TABLE "payment_type_surcharges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_type_surcharges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"period_program_id" bigint NOT NULL,
	"name" text NOT NULL,
	"payment_type_id" bigint NOT NULL,
	"amount_flat_cents" bigint,
	"amount_percentage_milli_percent" bigint,
	CONSTRAINT "payment_type_surcharges_key" UNIQUE("period_program_id","name"),
	CONSTRAINT "payment_type_surcharges_amount" CHECK (coalesce("payment_type_surcharges"."amount_flat_cents", "payment_type_surcharges"."amount_percentage_milli_percent") >= 0)
);
--> statement-breakpoint
CREATE TABLE "period_program_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "period_program_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"period_id" bigint NOT NULL,
	"program_group_id" bigint NOT NULL,
	"is_active" boolean NOT NULL,
	"active_msg" text,
	"inactive_msg" text,
	"first_day_of_school" date,
	CONSTRAINT "period_program_groups_key" UNIQUE("period_id","program_group_id")
);
--> statement-breakpoint
CREATE TABLE "period_programs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "period_programs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"period_id" bigint NOT NULL,
	"program_id" bigint NOT NULL,
	"is_active" boolean NOT NULL,
	"is_photo_required" boolean NOT NULL,
	"allow_student_exit_bus_alone" boolean NOT NULL,
	"has_pickup_location" boolean NOT NULL,
	"accept_financial_aid" boolean NOT NULL,
	"contract_text_intro" text,
	"contract_text" text,
	"faq" text,
	CONSTRAINT "period_programs_key" UNIQUE("period_id","program_id")
);
--> statement-breakpoint
CREATE TABLE "periods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "periods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"text" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"first_day_of_school" date,
	"aid_balance_due_dt" date,
	"refund_cutoff" date,
	"reassign_cutoff" date,
	CONSTRAINT "periods_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "printable_contracts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "printable_contracts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"period_program_group_id" bigint NOT NULL,
	"name" text NOT NULL,
	"file_name" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "printable_contracts_key" UNIQUE("period_program_group_id","file_name")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	CONSTRAINT "products_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "program_grades" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "program_grades_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"program_id" bigint NOT NULL,
	"text" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "program_grades_text" UNIQUE("program_id","text")
);
--> statement-breakpoint
CREATE TABLE "program_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "program_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"division_id" bigint NOT NULL,
	"path" text NOT NULL,
	"text" text NOT NULL,
	"is_active" boolean NOT NULL,
	"routes_email" text,
	"current_period_id" bigint,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "programs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "programs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"program_group_id" bigint NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"payment_method" text,
	"ach_terms" text,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "programs_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "route_discounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "route_discounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"route_id" bigint NOT NULL,
	"text" text NOT NULL,
	"is_sibling_discount" boolean NOT NULL,
	"amount_flat_cents" bigint,
	"amount_percentage_milli_percent" bigint,
	CONSTRAINT "route_discounts_key" UNIQUE("route_id","text"),
	CONSTRAINT "route_discounts_amount" CHECK (coalesce("route_discounts"."amount_flat_cents", "route_discounts"."amount_percentage_milli_percent") >= 0)
);
--> statement-breakpoint
CREATE TABLE "routes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "routes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"period_program_id" bigint NOT NULL,
	"name" text NOT NULL,
	"text_before" text DEFAULT '' NOT NULL,
	"text_after" text DEFAULT '' NOT NULL,
	"capacity" integer,
	"seats_taken" integer DEFAULT 0 NOT NULL,
	"has_pickup_location" boolean NOT NULL,
	"has_surge_pricing" boolean NOT NULL,
	"surge_pricing_text" text,
	"contract_pdf" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "routes_key" UNIQUE("period_program_id","name"),
	CONSTRAINT "routes_never_oversold" CHECK ("routes"."seats_taken" >= 0 and ("routes"."capacity" is null or "routes"."seats_taken" <= "routes"."capacity"))
);
--> statement-breakpoint
CREATE TABLE "content_blocks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "content_blocks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"category" text NOT NULL,
	"content" text NOT NULL,
	"helper_text" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "content_blocks_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "acceptances" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "acceptances_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"text_hash" "bytea" NOT NULL,
	"version" text NOT NULL,
	"user_id" bigint NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "acceptances_once" UNIQUE("order_id","kind")
);
--> statement-breakpoint
CREATE TABLE "accepted_texts" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contract_discounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contract_discounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contract_id" bigint NOT NULL,
	"route_discount_id" bigint NOT NULL,
	"contract_number" text NOT NULL,
	"amount_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contract_financial_aid" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contract_financial_aid_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contract_id" bigint NOT NULL,
	"financial_aid_code_id" bigint NOT NULL,
	"code" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"to_confirm" boolean NOT NULL,
	"notes" text,
	CONSTRAINT "contract_financial_aid_contractId_unique" UNIQUE("contract_id")
);
--> statement-breakpoint
CREATE TABLE "contract_number_counters" (
	"period_id" bigint NOT NULL,
	"program_group_id" bigint NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "contract_number_counters_period_id_program_group_id_pk" PRIMARY KEY("period_id","program_group_id")
);
--> statement-breakpoint
CREATE TABLE "contracts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contracts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"contract_number" text,
	"period_program_id" bigint NOT NULL,
	"grade_id" bigint,
	"payment_term_id" bigint NOT NULL,
	"pickup_north" text,
	"pickup_cross" text,
	"special_request" text,
	"notes" text,
	"notes_additional" text,
	"base_contract_cost_cents" bigint NOT NULL,
	"snapshot" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contracts_orderId_unique" UNIQUE("order_id"),
	CONSTRAINT "contracts_contractNumber_unique" UNIQUE("contract_number")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"student_id" bigint NOT NULL,
	"route_id" bigint NOT NULL,
	"period_id" bigint NOT NULL,
	"program_group_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"status" text NOT NULL,
	"past_due" boolean DEFAULT false NOT NULL,
	"client_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"price_snapshot" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "orders_client_key" UNIQUE("user_id","client_key")
);
--> statement-breakpoint
CREATE TABLE "attempt_counters" (
	"scope" text NOT NULL,
	"subject" text NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	CONSTRAINT "attempt_counters_scope_subject_pk" PRIMARY KEY("scope","subject")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" bigint,
	"on_behalf_of_id" bigint,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clock_settings" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"offset_ms" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"last_error" text,
	CONSTRAINT "outbox_once" UNIQUE("kind","ref")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."charges" (
	"ref" text PRIMARY KEY NOT NULL,
	"attempt_id" bigint NOT NULL,
	"customer" text NOT NULL,
	"method_token" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"state" text NOT NULL,
	"code" text,
	"settles_on" date,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."methods" (
	"token" text PRIMARY KEY NOT NULL,
	"customer" text NOT NULL,
	"kind" text NOT NULL,
	"behaviour" text NOT NULL,
	"brand" text NOT NULL,
	"last_4" text NOT NULL,
	"exp_month" integer,
	"exp_year" integer,
	"charges_taken" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."movements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"charge_ref" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"is_reported" boolean DEFAULT false NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."requests" (
	"idem_key" text PRIMARY KEY NOT NULL,
	"request_hash" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"address" text NOT NULL,
	"apt" text,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "student_images" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "student_images_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"student_id" bigint NOT NULL,
	"path" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "student_images_path_unique" UNIQUE("path")
);
--> statement-breakpoint
CREATE TABLE "students" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "students_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"sex" text NOT NULL,
	"date_of_birth" date NOT NULL,
	"email" text,
	"phone_home" text NOT NULL,
	"phone_mobile" text,
	"has_medical_concerns" boolean DEFAULT false NOT NULL,
	"medical_concerns" text,
	"can_exit_bus_alone" boolean DEFAULT false NOT NULL,
	"address_id" bigint,
	"address" text NOT NULL,
	"apt" text,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text NOT NULL,
	"guardian_1_first_name" text NOT NULL,
	"guardian_1_last_name" text NOT NULL,
	"guardian_1_phone_mobile" text NOT NULL,
	"guardian_1_email" text NOT NULL,
	"guardian_2_first_name" text,
	"guardian_2_last_name" text,
	"guardian_2_phone_mobile" text,
	"guardian_2_email" text,
	"is_split_custody" boolean DEFAULT false NOT NULL,
	"second_address" text,
	"custody_notes" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_tokens" ADD CONSTRAINT "mailed_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_impersonator_id_users_id_fk" FOREIGN KEY ("impersonator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_role_type_id_options_id_fk" FOREIGN KEY ("role_type_id") REFERENCES "public"."options"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_charge_attempt_id_charge_attempts_id_fk" FOREIGN KEY ("charge_attempt_id") REFERENCES "public"."charge_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_program_group_id_program_groups_id_fk" FOREIGN KEY ("program_group_id") REFERENCES "public"."program_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_payment_type_id_options_id_fk" FOREIGN KEY ("payment_type_id") REFERENCES "public"."options"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_journal_id_journal_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_charge_attempt_id_charge_attempts_id_fk" FOREIGN KEY ("charge_attempt_id") REFERENCES "public"."charge_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_user_accounting_invoice_id_invoices_id_fk" FOREIGN KEY ("user_accounting_invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_payment_type_id_options_id_fk" FOREIGN KEY ("payment_type_id") REFERENCES "public"."options"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addons" ADD CONSTRAINT "addons_route_id_routes_id_fk" FOREIGN KEY ("route_id") REFERENCES "public"."routes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "financial_aid_codes" ADD CONSTRAINT "financial_aid_codes_period_program_id_period_programs_id_fk" FOREIGN KEY ("period_program_id") REFERENCES "public"."period_programs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "financial_aid_codes" ADD CONSTRAINT "financial_aid_codes_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_terms" ADD CONSTRAINT "payment_terms_route_id_routes_id_fk" FOREIGN KEY ("route_id") REFERENCES "public"."routes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_terms" ADD CONSTRAINT "payment_terms_payment_term_type_id_options_id_fk" FOREIGN KEY ("payment_term_type_id") REFERENCES "public"."options"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_type_surcharges" ADD CONSTRAINT "payment_type_surcharges_period_program_id_period_programs_id_fk" FOREIGN KEY ("period_program_id") REFERENCES "public"."period_programs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_type_surcharges" ADD CONSTRAINT "payment_type_surcharges_payment_type_id_options_id_fk" FOREIGN KEY ("payment_type_id") REFERENCES "public"."options"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "period_program_groups" ADD CONSTRAINT "period_program_groups_period_id_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "period_program_groups" ADD CONSTRAINT "period_program_groups_program_group_id_program_groups_id_fk" FOREIGN KEY ("program_group_id") REFERENCES "public"."program_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "period_programs" ADD CONSTRAINT "period_programs_period_id_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "period_programs" ADD CONSTRAINT "period_programs_program_id_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."programs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "printable_contracts" ADD CONSTRAINT "printable_contracts_period_program_group_id_period_program_groups_id_fk" FOREIGN KEY ("period_program_group_id") REFERENCES "public"."period_program_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_grades" ADD CONSTRAINT "program_grades_program_id_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."programs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_groups" ADD CONSTRAINT "program_groups_division_id_divisions_id_fk" FOREIGN KEY ("division_id") REFERENCES "public"."divisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_groups" ADD CONSTRAINT "program_groups_current_period_id_periods_id_fk" FOREIGN KEY ("current_period_id") REFERENCES "public"."periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "programs" ADD CONSTRAINT "programs_program_group_id_program_groups_id_fk" FOREIGN KEY ("program_group_id") REFERENCES "public"."program_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "route_discounts" ADD CONSTRAINT "route_discounts_route_id_routes_id_fk" FOREIGN KEY ("route_id") REFERENCES "public"."routes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "routes" ADD CONSTRAINT "routes_period_program_id_period_programs_id_fk" FOREIGN KEY ("period_program_id") REFERENCES "public"."period_programs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acceptances" ADD CONSTRAINT "acceptances_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acceptances" ADD CONSTRAINT "acceptances_text_hash_accepted_texts_hash_fk" FOREIGN KEY ("text_hash") REFERENCES "public"."accepted_texts"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acceptances" ADD CONSTRAINT "acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_discounts" ADD CONSTRAINT "contract_discounts_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_discounts" ADD CONSTRAINT "contract_discounts_route_discount_id_route_discounts_id_fk" FOREIGN KEY ("route_discount_id") REFERENCES "public"."route_discounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_financial_aid" ADD CONSTRAINT "contract_financial_aid_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_financial_aid" ADD CONSTRAINT "contract_financial_aid_financial_aid_code_id_financial_aid_codes_id_fk" FOREIGN KEY ("financial_aid_code_id") REFERENCES "public"."financial_aid_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_number_counters" ADD CONSTRAINT "contract_number_counters_period_id_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_number_counters" ADD CONSTRAINT "contract_number_counters_program_group_id_program_groups_id_fk" FOREIGN KEY ("program_group_id") REFERENCES "public"."program_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_period_program_id_period_programs_id_fk" FOREIGN KEY ("period_program_id") REFERENCES "public"."period_programs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_grade_id_program_grades_id_fk" FOREIGN KEY ("grade_id") REFERENCES "public"."program_grades"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_payment_term_id_payment_terms_id_fk" FOREIGN KEY ("payment_term_id") REFERENCES "public"."payment_terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_route_id_routes_id_fk" FOREIGN KEY ("route_id") REFERENCES "public"."routes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_period_id_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_program_group_id_program_groups_id_fk" FOREIGN KEY ("program_group_id") REFERENCES "public"."program_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_images" ADD CONSTRAINT "student_images_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_address_id_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailed_tokens_user" ON "mailed_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_attempt" ON "charge_attempts" USING btree ("payment_id") WHERE "charge_attempts"."state" in ('created', 'sent', 'unknown', 'processing', 'succeeded');--> statement-breakpoint
CREATE INDEX "charge_attempts_unresolved" ON "charge_attempts" USING btree ("lease_until") WHERE "charge_attempts"."state" in ('created', 'sent', 'unknown');--> statement-breakpoint
CREATE INDEX "invoices_order" ON "invoices" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_methods_user" ON "payment_methods" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_default_method" ON "payment_methods" USING btree ("user_id",coalesce("program_group_id", 0)) WHERE "payment_methods"."is_default" and "payment_methods"."is_active";--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("pay_on") WHERE "payments"."status" in ('scheduled', 'failed');--> statement-breakpoint
CREATE INDEX "postings_journal" ON "postings" USING btree ("journal_id");--> statement-breakpoint
CREATE INDEX "postings_account" ON "postings" USING btree ("account");--> statement-breakpoint
CREATE INDEX "transactions_order" ON "transactions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "transactions_attempt" ON "transactions" USING btree ("charge_attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "financial_aid_codes_key" ON "financial_aid_codes" USING btree ("period_program_id",lower("code"));--> statement-breakpoint
CREATE INDEX "financial_aid_codes_student" ON "financial_aid_codes" USING btree ("student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "program_groups_path" ON "program_groups" USING btree (lower("path"));--> statement-breakpoint
CREATE INDEX "contract_discounts_contract" ON "contract_discounts" USING btree ("contract_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_order" ON "orders" USING btree ("student_id","route_id") WHERE "orders"."status" in ('pending_payment', 'active');--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "addresses_user" ON "addresses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "student_images_student" ON "student_images" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "students_user" ON "students" USING btree ("user_id");