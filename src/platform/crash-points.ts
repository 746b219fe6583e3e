/**
 * A named place between two steps that must survive the process ending there. Production passes
 * `neverCrash`; the crash tests pass one that throws at the k-th place it comes by.
 */
export type CrashPoint = (name: string) => void;

export const neverCrash: CrashPoint = () => undefined;
