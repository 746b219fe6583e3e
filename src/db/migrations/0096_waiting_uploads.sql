CREATE TABLE "waiting_uploads" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_uploads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file_name" text NOT NULL,
	"key" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "waiting_uploads_file_name_unique" UNIQUE("file_name")
);
--> statement-breakpoint
CREATE INDEX "waiting_uploads_oldest" ON "waiting_uploads" USING btree ("uploaded_at");