import { useRef, useState } from 'react';

export type SubmitState = 'idle' | 'loading' | 'success';

/** Ignores further submits during a submission and after a success. */
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
