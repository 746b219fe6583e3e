import { useEffect, useState } from 'react';

/** The last value of JSON that stood still for some milliseconds: typing asks the server after a pause. */
export function useSettled<T>(value: T, ms: number): T {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), ms);
    return () => window.clearTimeout(timer);
  }, [text, ms]);
  return JSON.parse(settled) as T;
}
