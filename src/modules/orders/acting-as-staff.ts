import type { Viewer } from '#kit/viewer.ts';

/** Staff, also while they look through a parent's eyes, may use any term and add-on of a route (T7). */
export function actsAsStaff(viewer: Viewer): boolean {
  return viewer.is_staff || viewer.impersonator_id !== null;
}
