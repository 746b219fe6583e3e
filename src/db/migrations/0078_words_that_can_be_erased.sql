CREATE TABLE "transaction_words" (
	"transaction_id" bigint PRIMARY KEY NOT NULL,
	"line" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "words" jsonb;--> statement-breakpoint
ALTER TABLE "transaction_words" ADD CONSTRAINT "transaction_words_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Reasons and check numbers leave the lines of the books for a table that can forget (MH11).
CREATE TEMPORARY TABLE moved_words ON COMMIT DROP AS
  SELECT id, description AS line, CASE
    WHEN description_detail = 'Payment adjustment'
      THEN substring(description from '^(Payment \d+ (?:adjusted|no longer owed)): ')
    WHEN is_adjustment THEN substring(description from '^(Refund of payment \d+ by check) ')
    WHEN charge_attempt_id IS NULL THEN substring(description from '^(.*?, payment \d+, check) ')
  END AS without
  FROM transactions;
--> statement-breakpoint
-- What was erased before this version stays erased.
CREATE TEMPORARY TABLE orders_erased ON COMMIT DROP AS
  SELECT o.id FROM orders o JOIN users u ON u.id = o.user_id
    WHERE u.email = 'deleted-' || u.id || '@account.invalid'
  UNION SELECT order_id FROM contracts WHERE erased_at IS NOT NULL;
--> statement-breakpoint
INSERT INTO transaction_words (transaction_id, line)
  SELECT w.id, w.line FROM moved_words w JOIN transactions t ON t.id = w.id
  WHERE w.without IS NOT NULL AND t.order_id NOT IN (SELECT id FROM orders_erased);
--> statement-breakpoint
ALTER TABLE transactions DISABLE TRIGGER transactions_append_only;
--> statement-breakpoint
UPDATE transactions t SET description = w.without FROM moved_words w
  WHERE w.id = t.id AND w.without IS NOT NULL;
--> statement-breakpoint
ALTER TABLE transactions ENABLE TRIGGER transactions_append_only;
--> statement-breakpoint
UPDATE payments SET reference = NULL
  WHERE reference IS NOT NULL AND order_id IN (SELECT id FROM orders_erased);
--> statement-breakpoint
UPDATE order_refunds SET reference = ''
  WHERE reference <> '' AND order_id IN (SELECT id FROM orders_erased);
--> statement-breakpoint
UPDATE refund_requests SET reason = NULL, check_number = NULL
  WHERE order_id IN (SELECT id FROM orders_erased);
--> statement-breakpoint
UPDATE contract_financial_aid SET reason = '' WHERE reason <> ''
  AND contract_id IN (SELECT id FROM contracts WHERE order_id IN (SELECT id FROM orders_erased));
--> statement-breakpoint
-- Mails that wait keep their words in a column of their own; mails that were sent keep ids alone.
UPDATE outbox SET payload = payload - '{old_email,last_email,changes,reason,redirect_path,company}'::text[],
    words = (SELECT jsonb_object_agg(key, value) FROM jsonb_each(payload)
      WHERE key IN ('old_email', 'last_email', 'changes', 'reason', 'redirect_path', 'company'))
  WHERE sent_at IS NULL AND payload ?| '{old_email,last_email,changes,reason,redirect_path,company}'::text[];
--> statement-breakpoint
UPDATE outbox SET payload = (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(payload)
    WHERE key ~ '_ids?$' AND jsonb_typeof(value) IN ('number', 'array'))
  WHERE sent_at IS NOT NULL AND payload <> '{}';
