/** The part of Storage that we use. */
export type Drawer = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function memoryDrawer(): Drawer {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/**
 * Browser storage that never throws: in a cross-site frame, or with storage switched off, reading it
 * throws, and then the page keeps its values in memory until it is closed.
 */
export function safeDrawer(open: () => Storage): Drawer {
  const memory = memoryDrawer();
  let isBroken = false;
  function attempt<T>(act: (drawer: Drawer) => T): T {
    if (!isBroken) {
      try {
        return act(open());
      } catch {
        isBroken = true;
      }
    }
    return act(memory);
  }
  return {
    getItem: (key) => attempt((drawer) => drawer.getItem(key)),
    setItem: (key, value) => attempt((drawer) => drawer.setItem(key, value)),
    removeItem: (key) => attempt((drawer) => drawer.removeItem(key)),
  };
}

/** Outlives the browser window. */
export const localDrawer = safeDrawer(() => window.localStorage);
/** Ends with the tab. */
export const sessionDrawer = safeDrawer(() => window.sessionStorage);
