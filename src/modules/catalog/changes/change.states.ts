/** Where a change set comes from (SE3.8). */
export const CHANGE_SOURCES = ['form', 'bulk', 'rollover', 'import', 'undo', 'setup', 'command'] as const;
export type ChangeSource = (typeof CHANGE_SOURCES)[number];

export const CHANGE_OPS = ['create', 'update', 'end', 'remove', 'move'] as const;
export type ChangeOp = (typeof CHANGE_OPS)[number];
