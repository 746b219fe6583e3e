-- By what staff search: letters alone, in one spelling. Case, marks, apostrophes, dashes, commas, full stops and blanks do not
-- count, and ß, æ, œ, ø, ł, đ, ð, þ and ı are found as they are typed without them (MD16).
CREATE FUNCTION search_letters(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(CASE WHEN octet_length(name) = length(name) THEN translate(name, E' \t\n''`".,-', '')
  ELSE translate(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'),
    '[ßẞ]', 'ss', 'g'), '[Ææ]', 'ae', 'g'), '[Œœ]', 'oe', 'g'), '[Þþ]', 'th', 'g'),
    'ØøŁłĐđÐðı' || E' \t\n''`".,-‐‒–—―−·‘’‚‛“”„ʻʼʾʿ′\u200b\u200c\u200d\u2060\u00ad\ufeff', 'OoLlDdDdi') END);--> statement-breakpoint
DROP INDEX "users_search";--> statement-breakpoint
DROP INDEX "students_search";--> statement-breakpoint
ALTER TABLE "audit_heads" ADD COLUMN "complete_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "audit_texts" ADD COLUMN "key" "bytea";--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ((search_letters("first_name") || ' ' || search_letters("last_name") || ' ' ||
        search_letters("email")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "students_search" ON "students" USING gin ((search_letters("first_name") || ' ' || search_letters("last_name")) gin_trgm_ops) WHERE "students"."deleted_at" is null;
--> statement-breakpoint
-- The chain of the audit log is written by functions of the owner (MH15): the role of the portal adds no link of its own making.
-- A link has the next number and the hash of the link before with the text of its row; what the text says is checked by the
-- verification, so that no row stops the chain. Numbers above 9007199254740000 are none of ours.
CREATE FUNCTION append_audit_links(ids bigint[], texts text[], OUT seq bigint, OUT hash bytea)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7203131);
  SELECT c.seq, c.hash INTO seq, hash FROM public.audit_chain c
    WHERE c.seq BETWEEN 1 AND 9007199254740000 ORDER BY c.seq DESC LIMIT 1;
  seq := coalesce(seq, 0);
  hash := coalesce(hash, decode(repeat('00', 32), 'hex'));
  FOR n IN 1 .. cardinality(ids) LOOP
    IF NOT EXISTS (SELECT FROM public.audit_log l WHERE l.id = ids[n]) THEN
      RAISE EXCEPTION 'audit_log has no row %', ids[n];
    END IF;
    seq := seq + 1;
    hash := sha256(hash || convert_to(texts[n], 'UTF8'));
    INSERT INTO public.audit_chain VALUES (seq, ids[n], hash);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION sign_audit_head(key_id text, signature text, complete_at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  INSERT INTO public.audit_heads (seq, highest_audit_id, key_id, signature, complete_at)
  SELECT last.seq, greatest(earlier.highest_audit_id, (SELECT max(l.id) FROM public.audit_chain c JOIN public.audit_log l ON l.id = c.audit_id
      WHERE c.seq > coalesce(earlier.seq, 0) AND c.seq <= last.seq)), $1, $2, $3
  FROM (SELECT c.seq FROM public.audit_chain c WHERE c.seq BETWEEN 1 AND 9007199254740000 ORDER BY c.seq DESC LIMIT 1) last
  LEFT JOIN LATERAL (SELECT h.seq, h.highest_audit_id FROM public.audit_heads h ORDER BY h.seq DESC LIMIT 1) earlier ON true
$$;
--> statement-breakpoint
-- What has destroyed contracts is never changed (MH15).
CREATE TRIGGER destruction_certificates_append_only BEFORE UPDATE OR DELETE ON destruction_certificates
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
-- Names are kept in composed letters (MD17).
UPDATE users SET first_name = normalize(first_name, NFC), last_name = normalize(last_name, NFC)
  WHERE first_name IS NOT NFC NORMALIZED OR last_name IS NOT NFC NORMALIZED;
--> statement-breakpoint
UPDATE students SET first_name = normalize(first_name, NFC), last_name = normalize(last_name, NFC)
  WHERE first_name IS NOT NFC NORMALIZED OR last_name IS NOT NFC NORMALIZED;
--> statement-breakpoint
-- The keys of links to a new password held a digest of the address that anybody can try (MH15).
UPDATE outbox SET ref = 'id-' || id WHERE kind = 'accounts.reset_password';
