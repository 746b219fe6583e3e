import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { readToday, type Today } from '#modules/office/today/today.contract.ts';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';

const READ_AGAIN_MS = 60_000;

/** Reads the counts again after an act of staff, because each act makes a page read its list again. */
export function useFreshCounts(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: number | undefined;
    const stop = queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
      if (event.query.queryKey[0] === readToday.name) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void queries.invalidateQueries({ queryKey: itemsKey(readToday) }));
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [queries]);
}

/** Work that waits, by entry of the menu (OF0.4); undefined before the first answer. */
export function useWaiting(): Today['waiting'] | undefined {
  const enabled = useRight('families');
  const today = useItems(readToday, {}, { enabled, refetchInterval: READ_AGAIN_MS });
  return today.data?.[0]?.waiting;
}
