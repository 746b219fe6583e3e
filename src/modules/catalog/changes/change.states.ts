/** Where a change set comes from (SE3.8). */
export const CHANGE_SOURCES = ['form', 'bulk', 'rollover', 'import', 'undo', 'setup', 'command'] as const;
export type ChangeSource = (typeof CHANGE_SOURCES)[number];

export const CHANGE_OPS = ['create', 'update', 'end', 'remove', 'move'] as const;
export type ChangeOp = (typeof CHANGE_OPS)[number];

/** How the value of a field is read: dollars and percent as a season file has them. */
export const VALUE_FORMATS = ['plain', 'html', 'dollars', 'cents', 'percent'] as const;
export type ValueFormat = (typeof VALUE_FORMATS)[number];
