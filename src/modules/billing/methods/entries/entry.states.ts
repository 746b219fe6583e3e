/** Where the entry of a card or account at a processor stands. */
export const ENTRY_STATES = ['open', 'verifying', 'saved', 'refused', 'ended'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** What may still become a saved method. */
export const UNDECIDED_ENTRIES = ['open', 'verifying'] as const satisfies readonly EntryState[];

export const ENTRY_KINDS = ['card', 'bank'] as const;
