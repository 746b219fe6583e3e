/** What a mail tells a member of staff about the own account (OF8.7). */
export const STAFF_CHANGES = ['role', 'ended', 'taken_back'] as const;
export type StaffChange = (typeof STAFF_CHANGES)[number];
