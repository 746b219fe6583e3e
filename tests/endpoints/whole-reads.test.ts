import { afterAll, beforeAll, expect, it } from 'vitest';
import { inShort, recordTexts } from '#tests/support/database/record-statements.ts';
import { leaveUnanalyzed, wholeReads } from '#tests/support/database/whole-reads.ts';
import { callEndpoint, isForStaff } from '#tests/support/endpoints/call-endpoint.ts';
import { createPlayers, type Players } from '#tests/support/endpoints/players.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { samples } from '#tests/support/endpoints/samples.ts';

/** An account is deleted once, and everything that says something of its family is looked for. */
const RARE = ['deleteAccount', 'deleteAccountByStaff'];

/** All families' rows, or a route's, are what is asked for; `bench:office` prints what the lists cost. */
const ABOUT_ALL_FAMILIES = [
  'closeMonth',
  'countStatements',
  'listMatters',
  'listReturnRates',
  'listSeasons',
  'listWork',
  'mailStatements',
  'readLedger',
  'readSeasonReport',
  'readToday',
];

let shop: SeasonApp;
let cast: Players;
let asked: Map<string, Set<string>>;

beforeAll(async () => {
  shop = await openSeasonApp();
  await leaveUnanalyzed(shop.context.database);
  cast = await createPlayers(shop);
  asked = await askedByAll();
}, 180_000);
afterAll(() => shop.close());

/** What each call of the portal asks of the database, by the statement. */
async function askedByAll(): Promise<Map<string, Set<string>>> {
  const asked = new Map<string, Set<string>>();
  for (const definition of shop.app.endpoints) {
    const family = await cast.aFamily();
    const sent = await samples[definition.name]!.send(family, cast);
    const { tokens } = isForStaff(definition) ? cast.staff : family;
    const texts = await recordTexts(() => callEndpoint(shop.app, definition, sent, tokens.access_token));
    for (const text of texts) asked.set(text, (asked.get(text) ?? new Set()).add(definition.name));
  }
  return asked;
}

/** @shows RP1.8 */
it('no call about one family reads what all families have, whatever PostgreSQL knows', async () => {
  const found = await wholeReads(shop.context.database, [...asked.keys()]);
  const reads = found.flatMap(({ text, table }) =>
    [...asked.get(text)!].map((call) => ({ call, table, text: inShort(text) })),
  );
  const expected = [...RARE, ...ABOUT_ALL_FAMILIES];
  expect(reads.filter(({ call }) => !expected.includes(call))).toEqual([]);
  // A call that has learned to do without is no longer named.
  expect(expected.filter((call) => !reads.some((read) => read.call === call))).toEqual([]);
}, 180_000);

// In a statement of one table Drizzle leaves out its name, also where a statement inside has another table.
it('no call compares a column with itself', () => {
  const wrong = [...asked.keys()].filter((text) => /(?<![.\w])"(\w+)" = "\1"(?!\.)/.test(text));
  expect(wrong.map((text) => inShort(text))).toEqual([]);
});
