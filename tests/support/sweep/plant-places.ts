import { appendFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import type { Place } from './find-places.ts';

/*
 * Loaded before the portal, and in each of its threads, from a folder of the test: it lets a place throw once
 * whose name lies in `armed`, and writes each place that is reached into `reached`.
 */

const folder = import.meta.dirname;
const places = JSON.parse(readFileSync(join(folder, 'places.json'), 'utf8')) as Place[];

type Work = (...given: unknown[]) => unknown;

const throwWhereArmed = (name: string): void => {
  const file = encodeURIComponent(name);
  appendFileSync(join(folder, 'reached'), `${name}\n`);
  const armed = join(folder, 'armed', file);
  if (!existsSync(armed)) return;
  try {
    renameSync(armed, join(folder, 'thrown', file));
  } catch {
    // Another thread was quicker.
    return;
  }
  throw new Error(`planted in ${name}`);
};

Object.assign(globalThis, {
  throwWhereArmed,
  throwingJob:
    (name: string, run: Work) =>
    (...given: unknown[]) => {
      throwWhereArmed(name);
      return run(...given);
    },
  throwingStream: async function* throwingStream(name: string, content: AsyncIterable<unknown>) {
    for await (const piece of content) {
      yield piece;
      throwWhereArmed(name);
    }
  },
});

type Insertion = { at: number; text: string };

function insertionsOf({ name, kind, start, end }: Place, source: string): Insertion[] {
  const said = JSON.stringify(name);
  const around = (before: string) => [
    { at: start, text: before },
    { at: end, text: ')' },
  ];
  if (kind === 'block') return [{ at: start + 1, text: ` throwWhereArmed(${said});` }];
  if (kind === 'expression') return around(`(throwWhereArmed(${said}), `);
  if (kind === 'shorthand job')
    return [{ at: end, text: `: throwingJob(${said}, ${source.slice(start, end)})` }];
  return around(`${kind === 'job' ? 'throwingJob' : 'throwingStream'}(${said}, `);
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const here = places.filter(({ file }) => url.endsWith(`/${file}`));
    if (here.length === 0) return loaded;
    const source = String(loaded.source);
    // From the last to the first, so that the others stay where they are.
    const insertions = here.flatMap((place) => insertionsOf(place, source)).toSorted((a, b) => b.at - a.at);
    const insert = (text: string, one: Insertion) => text.slice(0, one.at) + one.text + text.slice(one.at);
    return { ...loaded, source: insertions.reduce(insert, source) };
  },
});
