import { useState } from 'react';
import { sentencesOf } from '#app/api/api-error.ts';

/** One call at a time, with the refusal of the last call. */
export function useAct() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(sentencesOf(error).join(' '));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, act, clear: () => setProblem('') };
}
