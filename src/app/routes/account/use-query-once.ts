import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const KEY = 'mailed_link';

/** What an earlier look at the same entry of the history has kept. */
function keptIn<N extends string>(state: unknown, names: readonly N[]): Partial<Record<N, string>> {
  const kept = (state as { [KEY]?: Record<string, unknown> } | null)?.[KEY] ?? {};
  const found = names.filter((name) => typeof kept[name] === 'string');
  return Object.fromEntries(found.map((name) => [name, kept[name]])) as Partial<Record<N, string>>;
}

/**
 * Reads what a mailed link carries, and takes it out of the address: a token there would be seen over a
 * shoulder, copied with the address, and sent along by a link (ASVS 14.2.1). It stays with the entry of the
 * history, where only this tab can read it, so that a refresh still has it (MA2).
 * @returns undefined until the address has been read
 */
export function useQueryOnce<const N extends string>(
  names: readonly N[],
): Partial<Record<N, string>> | undefined {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const [read, setRead] = useState<Partial<Record<N, string>>>();
  useEffect(() => {
    const query = new URLSearchParams(search);
    const found = names.filter((name) => query.has(name));
    if (found.length === 0) {
      setRead((before) => before ?? keptIn(state, names));
      return;
    }
    const given = Object.fromEntries(found.map((name) => [name, query.get(name)]));
    setRead(given as Partial<Record<N, string>>);
    for (const name of found) query.delete(name);
    const rest = query.toString();
    void navigate({ pathname, search: rest && `?${rest}`, hash }, { replace: true, state: { [KEY]: given } });
    // The names of one page never change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [search]);
  return read;
}
