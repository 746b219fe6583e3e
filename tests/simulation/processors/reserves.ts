import type { Chance } from '#kit/seeded-chance.ts';
import type { EventCounter } from '#tests/simulation/event-counts.ts';

type Parts = { chance: Chance; simEvents: EventCounter };

/**
 * Now and then the processor holds money back for losses that may come, and releases all of the money later
 * (MS8).
 * @param move  moves so many cents into the reserve; less than nothing is a release
 */
export function reservesOf(
  { chance, simEvents }: Parts,
  move: (cents: number) => Promise<void> | void,
): () => Promise<void> {
  let held = 0;
  return async () => {
    if (!chance.percent(6)) return;
    const moved = held > 0 ? -held : 100 + chance.upTo(5_000);
    await move(moved);
    simEvents(moved > 0 ? 'reserve held' : 'reserve released');
    held += moved;
  };
}
