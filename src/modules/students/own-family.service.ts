import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import { isGuardianOf } from './own-family.queries.ts';

/** Whether an account is one's own, or one of a child whose guardian one is by one's verified address. */
export const isOwnFamily = async (
  db: Db,
  staff: Pick<Viewer, 'user_id'>,
  owner: { user_id: number },
): Promise<boolean> => staff.user_id === owner.user_id || isGuardianOf(db, staff.user_id, owner.user_id);
