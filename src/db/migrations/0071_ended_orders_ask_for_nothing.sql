-- Debits that came back after their order had ended stay as lines of the payment issues.
INSERT INTO audit_log (at, action, subject, detail)
SELECT now(), 'billing.returned_after_end', 'payment:' || p.id,
  jsonb_build_object('amount_cents', p.amount_cents - p.refunded_cents)
FROM payments p JOIN orders o ON o.id = p.order_id
WHERE o.status = 'cancelled' AND p.status = 'returned' AND p.amount_cents > p.refunded_cents
  AND NOT EXISTS (SELECT FROM charge_attempts a
    WHERE a.payment_id = p.id AND a.state = 'returned' AND a.code = 'disputed');
--> statement-breakpoint
UPDATE payments p SET status = 'cancelled', next_try_on = NULL, version = p.version + 1
FROM orders o
WHERE o.id = p.order_id AND o.status = 'cancelled'
  AND p.status IN ('scheduled', 'failed', 'returned', 'needs_method');
