import { useEffect, useState } from 'react';

type Known = { isLoadedAnew?: true } | null;

/**
 * A document keeps the policy of the load. Pages that need another policy (the processor's script, S20) and
 * are reached without a load reload once per entry of the history.
 * @param hasLeave  whether the policy of the document is already that of the page
 * @returns true if the page may go on
 */
export function useOwnDocument(hasLeave: () => boolean): boolean {
  const [isOwn] = useState(() => hasLeave() || Boolean((history.state as Known)?.isLoadedAnew));
  useEffect(() => {
    if (isOwn) return;
    history.replaceState({ ...(history.state as Known), isLoadedAnew: true }, '');
    location.reload();
  }, [isOwn]);
  return isOwn;
}
