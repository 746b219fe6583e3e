import { DAY_MS } from '#kit/durations.ts';

type Written = { by_id: number; at: Date };

/** The writer may change or remove a note for a day; later the note stands as colleagues have read it (OF10.3). */
export const mayChangeNote = ({ by_id, at }: Written, user_id: number, now: Date): boolean =>
  by_id === user_id && now.getTime() - at.getTime() < DAY_MS;
