import type { PlainDate } from '#kit/plain-date.ts';

type From = { from_dt: PlainDate | null };
type Thru = { thru_dt: PlainDate | null };

export const hasBegun = ({ from_dt }: From, day: PlainDate): boolean => from_dt === null || from_dt <= day;

/** The last day of a term is a day of the term. */
export const hasEnded = ({ thru_dt }: Thru, day: PlainDate): boolean => thru_dt !== null && thru_dt < day;
