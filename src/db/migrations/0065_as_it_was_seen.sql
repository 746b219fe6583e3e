-- Undoes a transaction that was begun on what had been seen before and finds that it has changed, without anybody waiting
-- for the answer first (docs/decisions/0109).
CREATE FUNCTION must_be_as_seen(is_as_seen boolean) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF is_as_seen THEN RETURN true; END IF;
  RAISE EXCEPTION 'what a transaction was begun on has changed' USING ERRCODE = 'SR001';
END $$;
