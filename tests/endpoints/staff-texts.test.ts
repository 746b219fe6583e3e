import { afterAll, beforeAll, expect, it } from 'vitest';
import { importSeasonFile } from '#modules/catalog/season/season.service.ts';
import { sanitize } from '#platform/html/sanitize.ts';
import { callEndpoint, isForStaff } from '#tests/support/endpoints/call-endpoint.ts';
import { createPlayers, type Players } from '#tests/support/endpoints/players.ts';
import { createSeasonFolder, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { samples } from '#tests/support/endpoints/samples.ts';
import { XSS_CORPUS } from '#tests/support/corpora/xss-corpus.ts';

const HTML_FIELDS = [
  'ach_terms',
  'surge_pricing_text',
  'contract_text_intro',
  'contract_text',
  'faq',
  'active_msg',
  'inactive_msg',
];
const TAG = /h[234]|p|br|hr|strong|b|em|i|u|small|ul|ol|li|a|blockquote|table|thead|tbody|tr|th|td/;
const ATTRIBUTE = /href="(https?:|mailto:|tel:|[/#?])[^"]*"|scope="[^"]*"|(col|row)span="[^"]*"/;
const HARMLESS = new RegExp(`^/?(${TAG.source})( (${ATTRIBUTE.source}))*( /)?$`);

let shop: SeasonApp;
let cast: Players;
let seasons: SeasonFolder;

beforeAll(async () => {
  [shop, seasons] = await Promise.all([openSeasonApp(), createSeasonFolder()]);
  const file = await seasons.write((season) => poison(season));
  await importSeasonFile(shop.context, file);
  cast = await createPlayers(shop);
});
afterAll(async () => {
  await shop.close();
  await seasons.remove();
});

/** Puts the whole corpus into every HTML text of a season. */
function poison(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (HTML_FIELDS.includes(key) && typeof inner === 'string')
      (value as Record<string, unknown>)[key] = `<p>kept</p>${XSS_CORPUS.join('<p>between</p>')}`;
    else poison(inner);
  }
}

const tagsOf = (html: string) => [...html.matchAll(/<([^>]*)>?/g)].map(([, inside]) => inside ?? '');

/** Every HTML text in an answer, by its field. */
function textsIn(value: unknown, found = new Map<string, string[]>()): Map<string, string[]> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    if (HTML_FIELDS.includes(key) && typeof inner === 'string')
      found.set(key, [...(found.get(key) ?? []), inner]);
    else textsIn(inner, found);
  }
  return found;
}

it('more than a hundred ways to put a script into a text leave only text', () => {
  expect(XSS_CORPUS.length).toBeGreaterThan(100);
  const acting = XSS_CORPUS.filter((payload) => tagsOf(sanitize(payload)).some((tag) => !HARMLESS.test(tag)));
  expect(acting).toEqual([]);
});

it('no answer of the API carries one, whatever a season file brought', async () => {
  const family = await cast.aFamily();
  const seen = new Map<string, string[]>();
  for (const definition of shop.app.endpoints.filter(({ method }) => method === 'GET')) {
    const token = isForStaff(definition) ? cast.staff.tokens.access_token : family.tokens.access_token;
    const answer = await callEndpoint(
      shop.app,
      definition,
      await samples[definition.name]!.send(family, cast),
      token,
    );
    textsIn(answer.json(), seen);
  }
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining(['ach_terms', 'contract_text_intro', 'contract_text', 'faq', 'active_msg']),
  );
  const texts = [...seen.values()].flat();
  expect(texts.some((html) => html.includes('<p>kept</p>'))).toBe(true);
  expect(texts.flatMap(tagsOf).filter((tag) => !HARMLESS.test(tag))).toEqual([]);
});
