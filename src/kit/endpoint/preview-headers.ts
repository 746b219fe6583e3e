import type { PlainDate } from '#kit/plain-date.ts';

/** The headers of a call that staff make to preview a season as a parent (SE7.2). */
export const PREVIEW_SEASON_HEADER = 'preview-season';
export const PREVIEW_ON_HEADER = 'preview-on';
/** `staff`: with the terms and add-ons reserved to staff (SE7.3) */
export const PREVIEW_AS_HEADER = 'preview-as';
/** `1`: every school of the season sells (SE7.3) */
export const PREVIEW_OPEN_HEADER = 'preview-open';

/** A call is answered as the season on the day, at noon of company time, and keeps nothing. */
export type Preview = {
  readonly season_id: number;
  readonly on: PlainDate;
  readonly as: 'parent' | 'staff';
  /** as if every school of the season sold on the day, whatever its hours and switches */
  readonly is_open: boolean;
};
