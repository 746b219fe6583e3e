DROP INDEX "one_live_order";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "financial_aid_id" bigint;--> statement-breakpoint
ALTER TABLE "contract_financial_aid" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "contract_financial_aid" ADD COLUMN "consequence" text;--> statement-breakpoint
ALTER TABLE "contract_financial_aid" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "contract_financial_aid" ADD COLUMN "decided_by_id" bigint;--> statement-breakpoint
ALTER TABLE "contract_financial_aid" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "financial_aid_codes" ADD COLUMN "least_amount_cents" bigint;--> statement-breakpoint
ALTER TABLE "financial_aid_codes" ADD COLUMN "needs_confirmation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_financial_aid_id_contract_financial_aid_id_fk" FOREIGN KEY ("financial_aid_id") REFERENCES "public"."contract_financial_aid"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_financial_aid" ADD CONSTRAINT "contract_financial_aid_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_aid_difference" ON "payments" USING btree ("financial_aid_id") WHERE "payments"."financial_aid_id" is not null;--> statement-breakpoint
CREATE INDEX "contract_financial_aid_open" ON "contract_financial_aid" USING btree ("id") WHERE "contract_financial_aid"."to_confirm" and "contract_financial_aid"."outcome" is null;--> statement-breakpoint
CREATE INDEX "contract_financial_aid_decided_at" ON "contract_financial_aid" USING btree ("id") WHERE "contract_financial_aid"."outcome" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_order" ON "orders" USING btree ("student_id","route_id") WHERE "orders"."status" in ('awaiting_aid', 'pending_payment', 'active');--> statement-breakpoint
ALTER TABLE "contract_financial_aid" ADD CONSTRAINT "contract_financial_aid_decided" CHECK (("contract_financial_aid"."outcome" is null) = ("contract_financial_aid"."decided_at" is null)
        and ("contract_financial_aid"."outcome" is null) = ("contract_financial_aid"."decided_by_id" is null));--> statement-breakpoint
ALTER TABLE "contract_financial_aid" ADD CONSTRAINT "contract_financial_aid_declined" CHECK (("contract_financial_aid"."outcome" is not distinct from 'declined') = ("contract_financial_aid"."reason" is not null)
        and ("contract_financial_aid"."reason" is null) = ("contract_financial_aid"."consequence" is null));
