CREATE TABLE "concessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "concessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"payment_id" bigint,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"given_by_id" bigint NOT NULL,
	"approved_by_id" bigint,
	"given_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "concessions_amount" CHECK ("concessions"."amount_cents" > 0),
	CONSTRAINT "concessions_by_another" CHECK ("concessions"."approved_by_id" <> "concessions"."given_by_id")
);
--> statement-breakpoint
ALTER TABLE "order_refunds" ADD COLUMN "asked_by_id" bigint;--> statement-breakpoint
ALTER TABLE "financial_aid_codes" ADD COLUMN "made_by_id" bigint;--> statement-breakpoint
ALTER TABLE "concessions" ADD CONSTRAINT "concessions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "concessions" ADD CONSTRAINT "concessions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "concessions" ADD CONSTRAINT "concessions_given_by_id_users_id_fk" FOREIGN KEY ("given_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "concessions" ADD CONSTRAINT "concessions_approved_by_id_users_id_fk" FOREIGN KEY ("approved_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "concessions_order" ON "concessions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "concessions_given_at" ON "concessions" USING btree ("given_at");--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_asked_by_id_users_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "financial_aid_codes" ADD CONSTRAINT "financial_aid_codes_made_by_id_users_id_fk" FOREIGN KEY ("made_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_by_another" CHECK ("order_refunds"."asked_by_id" <> "order_refunds"."approved_by");--> statement-breakpoint
-- What staff gave away before counts in the sum of its order as well.
INSERT INTO concessions (order_id, payment_id, kind, amount_cents, reason, given_by_id, given_at)
SELECT p.order_id, p.id, given.kind, given.amount_cents, coalesce(t.text, ''), a.actor_id, a.at
FROM audit_log a
JOIN payments p ON 'payment:' || p.id = a.subject
JOIN users u ON u.id = a.actor_id
LEFT JOIN audit_texts t ON t.audit_id = a.id AND t.name = 'reason'
CROSS JOIN LATERAL (VALUES
  ('waiver', CASE WHEN a.action = 'payment.waive' THEN p.amount_cents END),
  ('received', CASE WHEN a.action = 'payment.receive'
    THEN coalesce((a.detail ->> 'amount_cents')::bigint, p.amount_cents) END),
  ('lowered', (a.detail ->> 'amount_cents_before')::bigint - (a.detail ->> 'amount_cents')::bigint)
) AS given (kind, amount_cents)
WHERE a.action IN ('payment.waive', 'payment.receive', 'payment.edit') AND given.amount_cents > 0
ORDER BY a.id;
