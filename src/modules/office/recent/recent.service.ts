import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import { listThings, noteThing, type Subject } from './recent.queries.ts';

/** Keeps what a person of the office has opened, at the account (OF2.4). */
export const noteOpened = (db: Db, now: Date, viewer: Viewer, opened: Subject): Promise<void> =>
  noteThing(db, { ...opened, by_id: viewer.user_id, at: now });

export const lastOpened = (db: Db, viewer: Viewer): Promise<Subject[]> => listThings(db, viewer.user_id);
