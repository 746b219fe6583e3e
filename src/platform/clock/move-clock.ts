import { changeOffset, readOffsetMs } from './clock-settings.queries.ts';

export const readClockOffset = readOffsetMs;

/** Every process follows after the commit; false if somebody else moved the clock first (K1). */
export const changeClockOffset = changeOffset;
