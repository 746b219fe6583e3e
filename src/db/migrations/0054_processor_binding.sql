CREATE TABLE "processor_binding" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"processor" text NOT NULL,
	"account_id" text NOT NULL,
	"livemode" boolean NOT NULL,
	"portal" uuid NOT NULL,
	"bound_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "processor_binding_only_row" CHECK ("processor_binding"."only_row")
);
