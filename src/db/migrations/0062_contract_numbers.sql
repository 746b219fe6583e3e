-- A contract number is made where its serial is counted: the counter stays locked until the commit, and an answer
-- in between would keep every other order of the school waiting for it (O6, docs/domain/contract.md).
CREATE FUNCTION contract_check_letter(body text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  symbol text;
  weight integer := 1;
  total integer := 14;
BEGIN
  FOREACH symbol IN ARRAY regexp_split_to_array(reverse(regexp_replace(upper(body), '[^0-9A-Z]', '', 'g')), '') LOOP
    total := total + weight * (strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', symbol) - 1);
    weight := weight * 5 % 23;
  END LOOP;
  RETURN substr('ABCDEFGHJKLMNPRSTUVWXYZ', total % 23 + 1, 1);
END $$;
--> statement-breakpoint
-- The number of a serial for what a contract has signed: the first year in the period's name, else that of its first day;
-- the school's path; at least six digits; the check letter.
CREATE FUNCTION contract_number(signed jsonb, serial integer) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  year text := coalesce(substring(signed #>> '{period,name}' from '[0-9]{4}'), left(signed #>> '{period,starts_on}', 4));
  digits text := lpad(serial::text, greatest(6, length(serial::text)), '0');
  body text := right(year, 2) || '-' || upper(signed #>> '{program_group,path}') || '-' || digits;
BEGIN
  RETURN body || '-' || contract_check_letter(body);
END $$;
--> statement-breakpoint
-- Counts on for a period and school. Two periods whose names begin with the same year (a summer program) share their
-- two digits, so a number that another contract has is passed over.
CREATE FUNCTION next_contract_number(of_period bigint, of_group bigint, signed jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  serial integer;
  number text;
BEGIN
  LOOP
    INSERT INTO contract_number_counters AS counter (period_id, program_group_id, last_number)
      VALUES (of_period, of_group, 1)
      ON CONFLICT (period_id, program_group_id) DO UPDATE SET last_number = counter.last_number + 1
      RETURNING last_number INTO serial;
    number := contract_number(signed, serial);
    IF number IS NULL THEN RAISE EXCEPTION 'a contract names no period or school for its number'; END IF;
    EXIT WHEN NOT EXISTS (SELECT FROM contracts WHERE contract_number = number);
  END LOOP;
  RETURN number;
END $$;
