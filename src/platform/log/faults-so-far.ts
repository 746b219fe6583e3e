let soFar = 0;

/** Counts for a thread started here too. */
export const countFault = (): number => (soFar += 1);

export const faultsSoFar = (): number => soFar;
