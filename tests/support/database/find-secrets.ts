import { Buffer } from 'node:buffer';

// A short canary could be part of one by chance: of an id, or the milliseconds of a moment.
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME_OF_DAY = /(?<=\d{4}-\d{2}-\d{2}[ T])\d{2}:\d{2}:\d{2}\.\d{1,6}(?=Z|[+-]\d{2})/g;
const LONG = 8;

/** Which of some secrets a text holds, plain, in hex or in base64; a short one must stand by itself. */
export function findSecrets(text: string, canaries: readonly string[]): string[] {
  const searched = text.replaceAll(UUID, '').replaceAll(TIME_OF_DAY, '');
  return canaries.filter((canary) => formsOf(canary).some((form) => holds(searched, form)));
}

function formsOf(canary: string): string[] {
  const bytes = Buffer.from(canary);
  return [canary, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')];
}

function holds(text: string, form: string): boolean {
  return form.length > LONG
    ? text.includes(form)
    : new RegExp(`(?<![0-9A-Za-z])${form}(?![0-9A-Za-z])`).test(text);
}
