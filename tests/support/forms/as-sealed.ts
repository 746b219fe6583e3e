import type { Sealed } from '#kit/sealed.ts';

/** A text as a row may hold it before the vault has sealed it. */
export const asSealed = (text: string) => text as unknown as Sealed;
