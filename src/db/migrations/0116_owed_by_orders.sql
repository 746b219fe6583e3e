DROP INDEX "sessions_user";--> statement-breakpoint
DROP INDEX "orders_student";--> statement-breakpoint
DROP INDEX "students_present";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "owed_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "sessions_begun" ON "sessions" USING btree ("created_at","user_id","id") WHERE "sessions"."impersonator_id" is null;--> statement-breakpoint
CREATE INDEX "routes_by_name" ON "routes" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "contracts_grade" ON "contracts" USING btree ("grade_id","order_id");--> statement-breakpoint
CREATE INDEX "orders_owing_user" ON "orders" USING btree ("user_id","owed_cents") WHERE "orders"."owed_cents" > 0;--> statement-breakpoint
CREATE INDEX "orders_owing" ON "orders" USING btree ("owed_cents","id") WHERE "orders"."owed_cents" > 0;--> statement-breakpoint
CREATE INDEX "students_split_custody" ON "students" USING btree ("id") WHERE "students"."is_split_custody" and "students"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "students_care_notes" ON "students" USING btree ("id") WHERE ("students"."has_medical_concerns" or coalesce("students"."custody_notes", '') <> '')
        and "students"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_student" ON "orders" USING btree ("student_id","id" DESC NULLS FIRST,"status","route_id");--> statement-breakpoint
CREATE INDEX "students_present" ON "students" USING btree ("user_id","id") WHERE "students"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_owed" CHECK ("orders"."owed_cents" >= 0);
--> statement-breakpoint
-- What an active order owes changes with its payments, whoever writes them, and with its state (decision 208).
CREATE FUNCTION add_owed_cents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET owed_cents = orders.owed_cents + more.cents
    FROM (SELECT order_id, sum(amount_cents) AS cents FROM added
      WHERE paid_at IS NULL AND status <> 'cancelled' GROUP BY order_id) AS more
    WHERE orders.id = more.order_id AND orders.status = 'active';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_add_owed AFTER INSERT ON payments REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_owed_cents();
--> statement-breakpoint
CREATE FUNCTION change_owed_cents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was bigint := CASE WHEN OLD.paid_at IS NULL AND OLD.status <> 'cancelled' THEN OLD.amount_cents ELSE 0 END;
  becomes bigint := 0;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.paid_at IS NULL AND NEW.status <> 'cancelled' THEN
    becomes := NEW.amount_cents;
  END IF;
  IF becomes <> was THEN
    UPDATE orders SET owed_cents = owed_cents + becomes - was WHERE id = OLD.order_id AND status = 'active';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_change_owed AFTER DELETE OR UPDATE OF amount_cents, paid_at, status ON payments
  FOR EACH ROW EXECUTE FUNCTION change_owed_cents();
--> statement-breakpoint
-- A checkout writes its order once: a second write in its transaction would check every foreign key again, and
-- wait for the rows of another checkout of the family.
CREATE FUNCTION begin_owed_cents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.owed_cents := 0;
  IF NEW.status = 'active' THEN
    SELECT coalesce(sum(amount_cents), 0) INTO NEW.owed_cents FROM payments
      WHERE order_id = NEW.id AND paid_at IS NULL AND payments.status <> 'cancelled';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_begin_owed BEFORE UPDATE OF status ON orders FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION begin_owed_cents();
--> statement-breakpoint
UPDATE orders SET owed_cents = owed.cents
  FROM (SELECT order_id, sum(amount_cents) AS cents FROM payments
    WHERE paid_at IS NULL AND status <> 'cancelled' GROUP BY order_id) AS owed
  WHERE orders.id = owed.order_id AND orders.status = 'active';
