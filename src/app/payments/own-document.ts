import { useEffect, useState } from 'react';
import { paymentMark } from './payment-link.tsx';

type Known = { isLoadedAnew?: true } | null;

/**
 * Pages reached without a load may not load the processor's script (S20), so the page reloads once per entry
 * of the history.
 * @returns true if the script may load, or for the portal's own fields
 */
export function useOwnDocument(): boolean {
  const [isOwn] = useState(() => paymentMark() !== 'no' || Boolean((history.state as Known)?.isLoadedAnew));
  useEffect(() => {
    if (isOwn) return;
    history.replaceState({ ...(history.state as Known), isLoadedAnew: true }, '');
    location.reload();
  }, [isOwn]);
  return isOwn;
}
