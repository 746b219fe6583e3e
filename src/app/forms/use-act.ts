import { useState } from 'react';
import { sentencesOf } from '#app/api/api-error.ts';

/** One action at a time behind a button: the running action, and the sentences of the last error. */
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
  return { isBusy, problem, act };
}
