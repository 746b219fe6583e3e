import { changeOffset, readOffsetMs } from './clock-settings.queries.ts';

/** How far the sandbox's clock is ahead, as the database has it at this moment. */
export const readClockOffset = readOffsetMs;

/**
 * Moves the clock of every process, once the transaction is committed; false when another has moved it since
 * (K1).
 */
export const changeClockOffset = changeOffset;
