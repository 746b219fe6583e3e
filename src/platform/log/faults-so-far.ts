let soFar = 0;

/** Counts an uncaught error of this thread or of a thread started here. */
export const countFault = (): number => (soFar += 1);

/** The uncaught errors since the start of this process, for the health answer. */
export const faultsSoFar = (): number => soFar;
