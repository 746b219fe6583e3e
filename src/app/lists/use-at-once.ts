import { useState } from 'react';

/** A value of the address as the person has just chosen it: the address follows a moment later. */
export function useAtOnce(
  inAddress: string,
  change: (value: string) => void,
): readonly [string, (value: string) => void] {
  const [shown, setShown] = useState(inAddress);
  const [last, setLast] = useState(inAddress);
  if (last !== inAddress) {
    setLast(inAddress);
    setShown(inAddress);
  }
  const choose = (value: string) => {
    setShown(value);
    change(value);
  };
  return [shown, choose];
}
