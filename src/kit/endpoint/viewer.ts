import type { Right } from './right.ts';

/**
 * The caller: the account of an access token. `impersonator_id` is the staff member impersonating a parent,
 * else null (U).
 */
export type Viewer = {
  readonly user_id: number;
  readonly roles: readonly string[];
  /** empty for a family, and for staff while impersonating a parent (OF8) */
  readonly rights: ReadonlySet<Right>;
  /** staff in a session without the second factor demanded: only the rights of a parent (H2) */
  readonly lacks_factor?: boolean;
  readonly impersonator_id: number | null;
  readonly session_id: string;
};

/** The account of the person at the keyboard: during an impersonation, the staff member's. */
export const personOf = ({ user_id, impersonator_id }: Viewer): number => impersonator_id ?? user_id;
