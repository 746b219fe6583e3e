import { cents } from '#kit/money.ts';

/** The smallest sum that can be charged; of less, a processor refuses the request. */
export const SMALLEST_CHARGE = cents(50);
