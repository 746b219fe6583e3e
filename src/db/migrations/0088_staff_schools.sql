CREATE TABLE "once_keys" (
	"by_id" bigint NOT NULL,
	"call" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"subject_id" bigint,
	CONSTRAINT "once_keys_by_id_call_key_hash_pk" PRIMARY KEY("by_id","call","key_hash")
);
--> statement-breakpoint
CREATE TABLE "user_role_schools" (
	"user_id" bigint NOT NULL,
	"program_group_id" bigint NOT NULL,
	CONSTRAINT "user_role_schools_user_id_program_group_id_pk" PRIMARY KEY("user_id","program_group_id")
);
--> statement-breakpoint
ALTER TABLE "user_role_schools" ADD CONSTRAINT "user_role_schools_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_role_schools" ADD CONSTRAINT "user_role_schools_program_group_id_program_groups_id_fk" FOREIGN KEY ("program_group_id") REFERENCES "public"."program_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "once_keys_at" ON "once_keys" USING btree ("at");--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_one" UNIQUE("user_id");