export const ENTRY_STATES = ['open', 'verifying', 'saved', 'refused', 'ended'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

export const UNDECIDED_ENTRIES = ['open', 'verifying'] as const satisfies readonly EntryState[];

export const ENTRY_KINDS = ['card', 'bank'] as const;
