import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

const OF_STOP_AND_TIME = [
  /\bstops? and (its |their )?times?\b/i,
  /\btime at yours?\b/i,
  /\breach (their|your) stop\b/i,
  /\bstops and times are published\b/i,
];
const OF_A_MAP_OF_BUSES = [
  /\b(follow|track|see) (their|your) bus\b/i,
  /\bmap\b.*\bbus is\b/i,
  /\bbus\b.*\bon a map\b/i,
];
const SOURCE = /dispatch|routes team/i;

/** A text of stop and time that names no source: the reader takes the portal for the source. */
const isPromise = (text: string): boolean =>
  OF_STOP_AND_TIME.some((words) => words.test(text)) && !SOURCE.test(text);

/** A question is read together with its answer. */
function messagesOf(file: string): string[] {
  const texts = read(file) as Record<string, string>;
  return Object.entries(texts).map(([key, text]) => `${text} ${texts[`${key}_answer`] ?? ''}`);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** The questions and the parts of the contracts of a season. */
const termsOf = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/"(?:faq|contract_text)": "(.*)"/g)].flatMap(
    ([, html]) => html!.split('<h3>'),
  );

const filesOf = (pattern: string): string[] => globSync(pattern, { cwd: ROOT });

const textsOfPortal = (): string[] => [
  ...filesOf('messages/en/*.json').flatMap(messagesOf),
  ...[...filesOf('src/brand/*/pages/*.json'), ...filesOf('tests/support/second-company/pages/*.json')]
    .map(read)
    .flatMap(stringsIn),
  ...['src/db/demo/season.json', 'tests/support/second-company/season.json'].flatMap(termsOf),
];

/** @shows MP2.2 */
describe('texts about stop and time', () => {
  it.each([
    'We’ll email you your stop and its time one week before the first day of school.',
    'When will I get my stop and time? By email, one week before the first day of school.',
    'A map, with the stops ahead and the expected time at yours.',
    'See when the bus will reach their stop.',
    'Stops and times are published before the first day of school.',
  ])('are found as a promise of the portal: %s', (text) => {
    expect(isPromise(text)).toBe(true);
  });

  it('name dispatch or the routes team as the source', () => {
    const texts = textsOfPortal();
    expect(texts.length).toBeGreaterThan(1000);
    expect(texts.filter((text) => OF_STOP_AND_TIME.some((words) => words.test(text)))).not.toEqual([]);
    expect(texts.filter(isPromise)).toEqual([]);
  });
});

/** @shows MP2.3 */
describe('a map of the buses', () => {
  const isOfMap = (text: string) => OF_A_MAP_OF_BUSES.some((words) => words.test(text));

  it.each([
    'Families with a contract can follow their bus on a map while it’s on its way.',
    'A message when something changes, and a map that shows where the bus is.',
    'Bus tracking on a map during the ride.',
  ])('is found as a promise of the portal: %s', (text) => expect(isOfMap(text)).toBe(true));

  it('is promised by no text, because the portal has none', () =>
    expect(textsOfPortal().filter(isOfMap)).toEqual([]));
});
