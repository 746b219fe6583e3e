import { useEffect, useState } from 'react';
import { paymentMark } from './payment-link.tsx';

type Known = { isLoadedAnew?: true } | null;

/**
 * A page that was reached without loading it may not load the processor's script (S20): it loads itself, once
 * for each entry of the history.
 * @returns whether the script may be loaded, or is not needed as the fields are our own
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
