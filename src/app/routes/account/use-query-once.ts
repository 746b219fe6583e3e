import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const KEY = 'mailed_link';

/** Values kept by an earlier visit of the same entry of the history. */
function keptIn<N extends string>(state: unknown, names: readonly N[]): Partial<Record<N, string>> {
  const kept = (state as { [KEY]?: Record<string, unknown> } | null)?.[KEY] ?? {};
  const found = names.filter((name) => typeof kept[name] === 'string');
  return Object.fromEntries(found.map((name) => [name, kept[name]])) as Partial<Record<N, string>>;
}

/**
 * Takes the values of a mailed link out of the address: bystanders would see a token, and links would send
 * the address along (ASVS 14.2.1). The entry of the history keeps the values for a refresh, readable only by
 * this tab (MA2).
 * @returns undefined before the first look at the address
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
