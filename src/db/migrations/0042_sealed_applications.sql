ALTER TABLE "job_applications" ALTER COLUMN "experience" SET DATA TYPE text USING "experience"::text;--> statement-breakpoint
ALTER TABLE "job_applications" ADD COLUMN "phone_marks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- A hash without a key of what is sealed from now on: whoever guesses a phone could have tried it (H14).
UPDATE "job_applications" SET "fingerprint" = '';
