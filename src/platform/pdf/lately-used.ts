/** Entries by their key, of which those that are not used for long are forgotten. */
export type LatelyUsed<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
};

/**
 * Keeps at least half of `atMost` entries, those that were used last. They are kept in two generations: to
 * move an entry to the end of a map at each use costs more than to make many an entry.
 */
export function latelyUsed<Value extends object>(atMost: number): LatelyUsed<Value> {
  let young = new Map<string, Value>();
  let old = young;
  const set = (key: string, value: Value): void => {
    if (young.size >= atMost / 2) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    set,
    get(key) {
      const value = young.get(key);
      if (value) return value;
      const older = old.get(key);
      if (older) set(key, older);
      return older;
    },
  };
}
