import { createHash } from 'node:crypto';

/** SHA-256 of a value as JSON, in hexadecimal digits. The order of fields counts. */
export const jsonHash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');
