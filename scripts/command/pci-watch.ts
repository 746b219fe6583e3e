import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { m } from '#i18n/messages.js';
import { buildFolder } from '#brand/brand-folder.ts';
import { pageOf } from '#server/http/pages/built-pages.ts';
import {
  differencesOf,
  type Listed,
  type ListedScript,
  type ReadPath,
} from '#server/http/pages/watch-payment-pages.ts';
import { PAYMENT_SCRIPTS } from '../payment-scripts.ts';
import { DONE, NOT_DONE, NotUnderstood, type Handler } from './command-line.ts';
import { complain, say } from './say.ts';

/*
 * `pci watch https://portal.example`: whether the payment pages of a live portal are those of the
 * build in this folder. Run it from another machine than the portal's, with the same release built.
 */

/** What the build in this folder has made. */
const listed = (): Listed => ({
  scripts: JSON.parse(readFileSync(PAYMENT_SCRIPTS, 'utf8')) as ListedScript[],
  inline: new Set(
    globSync('**/*.html', { cwd: buildFolder }).flatMap(
      (file) => pageOf(readFileSync(join(buildFolder, file), 'utf8')).scriptHashes,
    ),
  ),
});

export const watch: Handler = async ({ values: [address = ''] }) => {
  if (!URL.canParse(address)) throw new NotUnderstood(m.portal_pci_must_address());
  const { origin } = new URL(address);
  const read: ReadPath = async (path) => {
    const answer = await fetch(new URL(path, origin));
    const body = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
  };
  const known = listed();
  const differences = await differencesOf(read, { origin, listed: known });
  for (const difference of differences) complain(difference);
  if (differences.length > 0) return NOT_DONE;
  say(m.portal_pci_same({ n: known.scripts.length }));
  return DONE;
};
