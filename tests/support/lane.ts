/**
 * How much a test tries. `npm test` takes the sizes that find most faults soon, `npm run test:long` takes
 * all. What a test asserts is the same in both.
 */
const lane = process.env.TEST_LANE;

/** A whole short run; one journey that is run by hand is not. */
export const isShortLane = lane === 'short';

export const inLane = <T>({ short, long }: { short: T; long: T }): T => (lane === 'long' ? long : short);
