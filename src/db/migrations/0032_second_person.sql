CREATE TABLE "second_person_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "second_person_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"command" jsonb NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"asked_by_id" bigint NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"outcome" text,
	"decided_by_id" bigint,
	"decided_at" timestamp (3) with time zone,
	"decline_reason" text,
	CONSTRAINT "second_person_requests_amount" CHECK ("second_person_requests"."amount_cents" > 0),
	CONSTRAINT "second_person_requests_decided" CHECK (("second_person_requests"."outcome" is null) = ("second_person_requests"."decided_at" is null)
        and ("second_person_requests"."outcome" is null) = ("second_person_requests"."decided_by_id" is null)
        and ("second_person_requests"."outcome" is not distinct from 'declined') = ("second_person_requests"."decline_reason" is not null)),
	CONSTRAINT "second_person_requests_by_another" CHECK ("second_person_requests"."outcome" is distinct from 'approved' or "second_person_requests"."decided_by_id" <> "second_person_requests"."asked_by_id")
);
--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "second_person_above_cents" bigint;--> statement-breakpoint
ALTER TABLE "second_person_requests" ADD CONSTRAINT "second_person_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_person_requests" ADD CONSTRAINT "second_person_requests_asked_by_id_users_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_person_requests" ADD CONSTRAINT "second_person_requests_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "second_person_requests_waiting" ON "second_person_requests" USING btree ("subject") WHERE "second_person_requests"."outcome" is null;--> statement-breakpoint
CREATE INDEX "second_person_requests_order" ON "second_person_requests" USING btree ("order_id");