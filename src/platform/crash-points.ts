/**
 * A named place between two steps; the process may end there without harm. Production passes `neverCrash`.
 * Crash tests pass a function that throws at the k-th place reached.
 */
export type CrashPoint = (name: string) => void;

export const neverCrash: CrashPoint = () => undefined;
