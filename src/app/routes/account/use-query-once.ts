import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Reads what a mailed link carries, and takes it out of the address bar and the history: a token there
 * would be seen over a shoulder, copied with the address, and sent along by a link (ASVS 14.2.1).
 * @returns undefined until the address has been read
 */
export function useQueryOnce<const N extends string>(
  names: readonly N[],
): Partial<Record<N, string>> | undefined {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [read, setRead] = useState<Partial<Record<N, string>>>();
  useEffect(() => {
    const query = new URLSearchParams(search);
    const found = names.filter((name) => query.has(name));
    if (found.length === 0) {
      setRead((before) => before ?? {});
      return;
    }
    setRead(Object.fromEntries(found.map((name) => [name, query.get(name)])) as Partial<Record<N, string>>);
    for (const name of found) query.delete(name);
    const rest = query.toString();
    void navigate({ pathname, search: rest && `?${rest}`, hash }, { replace: true });
    // The names of one page never change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [search]);
  return read;
}
