import { m } from '#i18n/messages.js';
import { describeError } from '#platform/log/describe-error.ts';

/** A key is a path below the root of the store, made by us and never by a visitor (`photos/3f…e1.jpg`). */
export type FileStore = {
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  has(key: string): Promise<boolean>;
  find(key: string): Promise<Uint8Array | undefined>;
  delete(key: string): Promise<void>;
};

/** The store of files did not take or give a file; the cause has the reason. */
export class FilesAway extends Error {
  constructor(cause: unknown) {
    super(m.portal_files_fail({ why: whyOf(cause) }), { cause });
  }
}

/** The code of an error, never the message: the message may repeat an address with a password. */
export function whyOf(error: unknown): string {
  const { code, name } = describeError(error);
  return code ?? name;
}
