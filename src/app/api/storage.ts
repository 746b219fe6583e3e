export type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function memoryStorage(): SafeStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/**
 * Browser storage without exceptions: in a cross-site frame, or with storage switched off, values live in
 * memory until the page is closed.
 */
export function safeStorage(open: () => Storage): SafeStorage {
  const memory = memoryStorage();
  let isBroken = false;
  function attempt<T>(act: (storage: SafeStorage) => T): T {
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
    getItem: (key) => attempt((storage) => storage.getItem(key)),
    setItem: (key, value) => attempt((storage) => storage.setItem(key, value)),
    removeItem: (key) => attempt((storage) => storage.removeItem(key)),
  };
}

export const safeLocalStorage = safeStorage(() => window.localStorage);
export const safeSessionStorage = safeStorage(() => window.sessionStorage);
