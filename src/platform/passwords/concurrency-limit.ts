/** Runs at most `width` works at once; at most `waiting` more wait. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

export function concurrencyLimit({ width, waiting }: { width: number; waiting: number }): ConcurrencyLimit {
  let inside = 0;
  const queue: (() => void)[] = [];
  const leave = () => {
    const next = queue.shift();
    // The place passes to the next work: `inside` stays the same.
    if (next) next();
    else inside -= 1;
  };
  return async (work) => {
    if (inside < width) inside += 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw new QueueFull('too many wait at the door');
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
