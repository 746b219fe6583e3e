ALTER TABLE "printed_contracts" DROP CONSTRAINT "printed_contracts_selection";--> statement-breakpoint
ALTER TABLE "printed_contracts" ALTER COLUMN "selection" SET DATA TYPE text USING "selection"::text;--> statement-breakpoint
ALTER TABLE "printed_contracts" ALTER COLUMN "facts" SET DATA TYPE text USING "facts"::text;--> statement-breakpoint
CREATE INDEX "printed_contracts_user" ON "printed_contracts" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "printed_contracts" DROP COLUMN "selection_hash";