/**
 * Who calls: the account behind an access token. `impersonator_id` is the staff member who looks
 * through a parent's eyes, null when nobody does (U).
 */
export type Viewer = {
  readonly user_id: number;
  readonly roles: readonly string[];
  readonly is_staff: boolean;
  /** works here, but this session has no second factor where one is wanted: it has a parent's rights (H2) */
  readonly lacks_factor?: boolean;
  readonly impersonator_id: number | null;
  readonly session_id: string;
};
