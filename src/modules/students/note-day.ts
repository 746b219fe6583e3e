import { DAY_MS } from '#kit/durations.ts';

type Written = { by_id: number; at: Date };

/** The writer changes or removes a note for a day; colleagues have read it since (OF10.3). */
export const mayChangeNote = ({ by_id, at }: Written, user_id: number, now: Date): boolean =>
  by_id === user_id && now.getTime() - at.getTime() < DAY_MS;
