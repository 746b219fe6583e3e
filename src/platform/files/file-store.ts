/** A key is a path below the root of the store, made by us and never by a visitor (`photos/3f…e1.jpg`). */
export type FileStore = {
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  find(key: string): Promise<Uint8Array | undefined>;
  delete(key: string): Promise<void>;
};
