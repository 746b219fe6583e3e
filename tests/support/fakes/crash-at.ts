import type { CrashPoint } from '#platform/crash-points.ts';

/** What a flow throws that is cut off; nobody may catch it but the test. */
export class Crashed extends Error {
  constructor(name: string) {
    super(`crashed at: ${name}`);
    this.name = 'Crashed';
  }
}

export type CrashCounter = {
  crashPoint: CrashPoint;
  /** the places come by so far, in order */
  passed: string[];
};

/** Cuts the flow off at the k-th crash point that it comes by, counted from 1; 0 never does. */
export function crashAt(k: number): CrashCounter {
  const passed: string[] = [];
  const crashPoint = (name: string) => {
    passed.push(name);
    if (passed.length === k) throw new Crashed(name);
  };
  return { crashPoint, passed };
}
