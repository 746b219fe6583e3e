import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Page } from '@playwright/test';
import { openDatabase } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import { dumpDatabase } from '#tests/support/database/dump-database.ts';
import { findSecrets } from '#tests/support/database/find-secrets.ts';
import { databaseUrlOf } from '#tests/support/portal/data-folder-database.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';

/**
 * What nobody may keep. A code is so short that it must stand by itself; one that begins with 0 is no number
 * of anything else.
 */
export type Secrets = { numbers: readonly string[]; codes: readonly string[] };

const inGroups = (digits: string, sizes: readonly number[], between: string) => {
  let from = 0;
  return sizes
    .map((size) => digits.slice(from, (from += size)))
    .filter(Boolean)
    .join(between);
};

/**
 * A number as people and programs write it: plain, in groups of four or three, as Amex prints it; spaced and
 * dashed.
 */
export function spellingsOf(number: string): string[] {
  const groups = [
    [4, 4, 4, 4],
    [3, 3, 3, 3, 3, 3],
    [4, 6, 5],
  ].filter((sizes) => sizes.reduce((all, size) => all + size, 0) >= number.length);
  return [number, ...groups.flatMap((sizes) => [inGroups(number, sizes, ' '), inGroups(number, sizes, '-')])];
}

// Milliseconds and sums look like codes.
const TIMES_AND_DECIMALS = /\d+:\d\d(:\d\d)?(\.\d+)?|\d+\.\d+/g;

function foundIn(text: string, { numbers, codes }: Secrets): string[] {
  return [
    ...findSecrets(text, numbers.flatMap(spellingsOf)),
    ...findSecrets(text.replaceAll(TIMES_AND_DECIMALS, ' '), codes),
  ];
}

/** All that a browser keeps for the page: storage of every kind, cookies, caches, its own history. */
export async function keptByBrowser(page: Page): Promise<string> {
  const inPage = await page.evaluate(async () => {
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const databases: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      const db = await read(indexedDB.open(name!));
      for (const store of db.objectStoreNames)
        databases.push([store, await read(db.transaction(store).objectStore(store).getAll())]);
      db.close();
    }
    const cached: unknown[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        cached.push([request.url, await (await cache.match(request))!.text()]);
    }
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      window.name,
      history.state,
      location.href,
      databases,
      cached,
    ]);
  });
  return inPage + JSON.stringify(await page.context().cookies());
}

type Portal = { dataDir: string; output: () => string };

async function filesBelow(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const files: string[] = [];
  for (const name of names) {
    // A database that runs makes and drops files meanwhile.
    const about = await lstat(join(folder, name)).catch(() => undefined);
    if (about?.isFile()) files.push(join(folder, name));
  }
  return files;
}

/** The words of a mail's parts, files among them. */
async function wordsOfMail(eml: string): Promise<string> {
  const parts = eml.split(/\r?\n--[^\n]+\r?\n/).map((part) => {
    const [head = '', ...body] = part.split(/\r?\n\r?\n/);
    return /content-transfer-encoding: base64/i.test(head)
      ? Buffer.from(body.join(''), 'base64')
      : Buffer.from(body.join('\n\n').replaceAll(/=\r?\n/g, ''));
  });
  const words = await Promise.all(
    parts.map(async (part) =>
      part.subarray(0, 5).toString() === '%PDF-' ? (await readPdf(part)).text : part.toString('utf8'),
    ),
  );
  return words.join('\n');
}

async function wordsOfFile(path: string, content: Buffer): Promise<string> {
  if (path.endsWith('.eml')) return content.toString('utf8') + (await wordsOfMail(content.toString('utf8')));
  return content.subarray(0, 5).toString() === '%PDF-'
    ? (await readPdf(content)).text
    : content.toString('utf8');
}

/** Bytes as they lie on the disk: of the database's own files only numbers can be told from chance. */
const bytesHold = (content: Buffer, { numbers }: Secrets) =>
  numbers.flatMap(spellingsOf).filter((spelling) => content.includes(spelling));

/**
 * Where the portal keeps a secret: in the database (every schema), its log, its mails and files, or the raw
 * bytes of its data folder, what the database has deleted or written ahead among them.
 * @returns `place: secret`, empty when it keeps none
 */
export async function keptByPortal({ dataDir, output }: Portal, secrets: Secrets): Promise<string[]> {
  const found: string[] = [];
  const note = (place: string, what: readonly string[]) =>
    found.push(...what.map((secret) => `${place}: ${secret}`));
  const { db, close } = openDatabase(databaseUrlOf(dataDir), { log: silentLog(), maxConnections: 2 });
  const dump = await dumpDatabase(db).finally(close);
  note('database', foundIn(dump, secrets));
  note('log', foundIn(output(), secrets));
  for (const path of await filesBelow(dataDir)) {
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    const place = relative(dataDir, path);
    const isOfDatabase = place.startsWith('postgres/');
    note(place, [
      ...new Set([
        ...bytesHold(content, secrets),
        ...(isOfDatabase ? [] : foundIn(await wordsOfFile(path, content), secrets)),
      ]),
    ]);
  }
  return found;
}

/** Which secrets one of some texts holds. */
export function keptIn(texts: readonly string[], secrets: Secrets): string[] {
  return texts.flatMap((text) => foundIn(text, secrets));
}

/** Listens to all that the portal answers a browser, and to the addresses that it is asked for. */
export function listenTo(page: Page): { texts: () => Promise<string[]> } {
  const heard: Promise<string>[] = [];
  page.context().on('response', (response) => {
    const isText =
      /json|text|html/.test(response.headers()['content-type'] ?? '') &&
      !/\.(js|css)$/.test(new URL(response.url()).pathname);
    heard.push((async () => `${response.url()}\n${isText ? await response.text().catch(() => '') : ''}`)());
  });
  return { texts: () => Promise.all(heard) };
}
