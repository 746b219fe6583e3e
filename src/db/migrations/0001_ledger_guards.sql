-- The books are only ever added to: a correction is another row, never an edit (I1, I2, M6).
CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% rows are append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER journal_append_only BEFORE UPDATE OR DELETE ON journal FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER postings_append_only BEFORE UPDATE OR DELETE ON postings FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER transactions_append_only BEFORE UPDATE OR DELETE ON transactions FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER acceptances_append_only BEFORE UPDATE OR DELETE ON acceptances FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
-- Checked at commit, when every posting of the journal row has been written (I2).
CREATE FUNCTION journal_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE off_by bigint;
BEGIN
  SELECT coalesce(sum(amount_cents), 0) INTO off_by FROM postings WHERE journal_id = NEW.journal_id;
  IF off_by <> 0 THEN
    RAISE EXCEPTION 'journal % is off by % cents', NEW.journal_id, off_by USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER postings_balance AFTER INSERT ON postings DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION journal_sums_to_zero();
--> statement-breakpoint
-- Ids that the client matches against; they belong to the program, not to a season.
INSERT INTO options (category, key) VALUES
  ('paymentType', 'paymentTypeNone'),
  ('paymentType', 'paymentTypeCreditCard'),
  ('paymentType', 'paymentTypeAch'),
  ('paymentType', 'paymentTypeCheck'),
  ('paymentType', 'paymentTypeCash'),
  ('paymentTermType', 'paymentTermTypeFull'),
  ('paymentTermType', 'paymentTermTypeScheduled'),
  ('userRole', 'userRoleParent'),
  ('userRole', 'userRoleAdmin'),
  ('userRole', 'userRoleSuperAdmin'),
  ('adjustmentType', 'adjustmentTypeCredit'),
  ('adjustmentType', 'adjustmentTypeCharge');
--> statement-breakpoint
INSERT INTO products (name) VALUES ('Transportation Contract');
--> statement-breakpoint
INSERT INTO clock_settings (only_row, offset_ms) VALUES (true, 0);
