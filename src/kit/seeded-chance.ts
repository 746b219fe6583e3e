/** Chances that repeat: the same seed gives the same draws, so a failing run can be run again. */
export type Chance = {
  /** 0 <= n < below */
  upTo(below: number): number;
  /** true in so many of a hundred draws */
  percent(share: number): boolean;
  oneOf<T>(values: readonly T[]): T;
};

/** Mulberry32: small, even enough for choosing faults. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const upTo = (below: number) => Math.floor(next() * below);
  return { upTo, percent: (share) => next() * 100 < share, oneOf: (values) => values[upTo(values.length)]! };
}
