import { OFFICE, type Reader } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';

/** The caller of a service: staff with every right, or with `FAMILY` a parent. */
export const viewerOf = (user_id: number, reader: Reader = OFFICE): Viewer => ({
  user_id,
  roles: [],
  ...reader,
  impersonator_id: null,
  session_id: 'desk',
});
