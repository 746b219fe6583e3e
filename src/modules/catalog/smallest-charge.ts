import { cents } from '#kit/money.ts';

/** The smallest amount that a processor charges. */
export const SMALLEST_CHARGE = cents(50);
