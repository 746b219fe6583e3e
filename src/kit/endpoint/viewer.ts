/**
 * Who calls: the account behind an access token. `impersonator_id` is the staff member who looks
 * through a parent's eyes, null when nobody does (U).
 */
export type Viewer = {
  readonly user_id: number;
  readonly roles: readonly string[];
  readonly is_staff: boolean;
  readonly impersonator_id: number | null;
  readonly session_id: string;
};
