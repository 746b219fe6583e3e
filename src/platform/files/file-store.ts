/**
 * The port to kept files: photos, PDFs, pictures. A key is a path below the store's root, made by
 * us and never by a visitor (`photos/3f…e1.jpg`).
 */
export type FileStore = {
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  /** undefined when there is no such file */
  find(key: string): Promise<Uint8Array | undefined>;
  delete(key: string): Promise<void>;
};
