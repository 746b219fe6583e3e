import type { SeasonPlayer } from '#modules/rehearsals/season-player.ts';

/** Begins rehearsals that say nothing and end with a stop. */
export const idlePlayer = (changes: Partial<SeasonPlayer> = {}): SeasonPlayer => ({
  hasRoom: () => true,
  play: async () => undefined,
  stop: () => undefined,
  sweep: async () => undefined,
  close: async () => undefined,
  ...changes,
});
