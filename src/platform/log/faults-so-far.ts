let soFar = 0;

/** Counts an error that nobody has caught, in this thread or in one that it has started. */
export const countFault = (): number => (soFar += 1);

/** How many errors nobody has caught since this process started; for the health answer. */
export const faultsSoFar = (): number => soFar;
