CREATE TABLE "printed_contracts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "printed_contracts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"student_id" bigint NOT NULL,
	"route_id" bigint NOT NULL,
	"code" text NOT NULL,
	"selection" jsonb NOT NULL,
	"selection_hash" text NOT NULL,
	"facts" jsonb NOT NULL,
	"printed_at" timestamp (3) with time zone NOT NULL,
	"expires_on" date NOT NULL,
	CONSTRAINT "printed_contracts_code_unique" UNIQUE("code"),
	CONSTRAINT "printed_contracts_selection" UNIQUE("user_id","selection_hash"),
	CONSTRAINT "printed_contracts_code" CHECK ("printed_contracts"."code" ~ '^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$')
);
--> statement-breakpoint
ALTER TABLE "printed_contracts" ADD CONSTRAINT "printed_contracts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "printed_contracts" ADD CONSTRAINT "printed_contracts_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "printed_contracts" ADD CONSTRAINT "printed_contracts_route_id_routes_id_fk" FOREIGN KEY ("route_id") REFERENCES "public"."routes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "printed_contracts_expiry" ON "printed_contracts" USING btree ("expires_on");