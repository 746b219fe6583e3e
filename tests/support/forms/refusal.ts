import { Refusal } from '#kit/refusal.ts';

/** The refusal that an act ends in; fails the test when it ends in anything else. */
export function refusalOf(act: () => unknown): Refusal {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
