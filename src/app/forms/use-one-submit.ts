import { useRef, useState } from 'react';

export type SubmitState = 'idle' | 'loading' | 'success';

/** A form that is sent once: while it is under way, and once it has succeeded, another submit is ignored. */
export function useOneSubmit(): {
  state: SubmitState;
  submitOnce: (work: () => Promise<void>) => Promise<void>;
} {
  const [state, setState] = useState<SubmitState>('idle');
  const isShut = useRef(false);
  async function submitOnce(work: () => Promise<void>): Promise<void> {
    if (isShut.current) return;
    isShut.current = true;
    setState('loading');
    try {
      await work();
      setState('success');
    } catch (error) {
      isShut.current = false;
      setState('idle');
      throw error;
    }
  }
  return { state, submitOnce };
}
