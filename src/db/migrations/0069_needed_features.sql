CREATE TABLE "needed_features" (
	"feature" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "program_version" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "program_version_only_row" CHECK ("program_version"."only_row")
);
--> statement-breakpoint
CREATE TRIGGER needed_features_append_only BEFORE UPDATE OR DELETE ON needed_features FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
-- How texts and files are sealed today (MO1).
INSERT INTO needed_features (feature) VALUES ('seal sealed2'), ('seal SRF1');
