CREATE TABLE "reassign_approvals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reassign_approvals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"text_hash" "bytea" NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reassign_approvals_orderId_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"type" integer NOT NULL,
	"text_hash" "bytea" NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"taken_up_by_id" bigint,
	"taken_up_at" timestamp (3) with time zone,
	"decided_by_id" bigint,
	"decided_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"way" text,
	"amount_cents" bigint,
	"check_number" text,
	"reason" text,
	CONSTRAINT "refund_requests_orderId_unique" UNIQUE("order_id"),
	CONSTRAINT "refund_requests_type" CHECK ("refund_requests"."type" in (0, 1)),
	CONSTRAINT "refund_requests_ended" CHECK (("refund_requests"."status" in ('finished', 'declined')) = ("refund_requests"."ended_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "refund_periods" text[] DEFAULT '{2019}' NOT NULL;--> statement-breakpoint
ALTER TABLE "periods" ADD COLUMN "refund_open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "periods" ADD COLUMN "reassign_open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reassign_approvals" ADD CONSTRAINT "reassign_approvals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reassign_approvals" ADD CONSTRAINT "reassign_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reassign_approvals" ADD CONSTRAINT "reassign_approvals_text_hash_accepted_texts_hash_fk" FOREIGN KEY ("text_hash") REFERENCES "public"."accepted_texts"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_text_hash_accepted_texts_hash_fk" FOREIGN KEY ("text_hash") REFERENCES "public"."accepted_texts"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_taken_up_by_id_users_id_fk" FOREIGN KEY ("taken_up_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_requests_open" ON "refund_requests" USING btree ("status") WHERE "refund_requests"."status" not in ('finished', 'declined');