ALTER TABLE "payments" ADD COLUMN "notified_method" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "notified_total_cents" bigint;--> statement-breakpoint
-- What an order has signed for its later payments is what its family was told, unless staff changed the amount.
UPDATE payments p SET notified_method = signed.later ->> 'method',
  notified_total_cents = (signed.later ->> 'amount_cents')::bigint + (signed.later ->> 'surcharge_cents')::bigint
FROM (SELECT q.id, o.price_snapshot -> 'later' -> (q.payment_number - 2) AS later
  FROM payments q JOIN orders o ON o.id = q.order_id
  WHERE q.payment_number >= 2 AND q.paid_at IS NULL) signed
WHERE signed.id = p.id AND (signed.later ->> 'amount_cents')::bigint = p.amount_cents;
