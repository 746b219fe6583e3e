import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../src');

/** Each collection that begins empty and outlasts a request, with what keeps it small. */
const BOUNDS: Readonly<Record<string, string>> = {
  'server/background-worker.ts running': 'works that are under way, each asked for by a job of ours',
  'platform/log/source-frame.ts maps': 'one for each file of the build',
  'platform/html/sanitize.ts cleaned': 'KEPT; texts of staff and of a season',
  'platform/admission/fair-count.ts #counts': 'what is counted: visitors inside, or calls under way',
  'platform/admission/line.ts #line': 'PLACES',
  'platform/admission/line.ts #inLine': 'PLACES',
  'platform/admission/line.ts #behind': 'PLACES',
  'platform/admission/line.ts #places': 'PLACES',
  'platform/admission/waiting-room.ts #inside': 'the visitors that are served at a time',
  'platform/admission/waiting-room.ts #called': 'the visitors that are served at a time',
  'platform/admission/waiting-room.ts #calledIn': 'those called in within a minute',
  'platform/clock/clock-skew.ts aheadS': 'one for each source of time',
  'platform/pdf/fallback-fonts.ts filesOfFamily': 'one for each font that is installed',
  'modules/catalog/current-catalog.service.ts kept': 'VERSIONS_KEPT',
  'kit/plain-date.ts offsets': 'OFFSETS_KEPT',
};

const OF_MODULE = /^(?:export )?(?:const|let) (\w+)(?:: [^=]+)? = (?:new (?:Map|Set)(?:<.*>)?\(\)|\[\]);/;
const OF_OBJECT =
  /^ {2}(?:private |static |readonly )*(#?\w+)(?:: [^=]+)? = (?:new (?:Map|Set)(?:<.*>)?\(\)|\[\]);/;

const namesIn = (file: string): string[] =>
  readFileSync(join(SOURCES, file), 'utf8')
    .split('\n')
    .flatMap((line) => OF_MODULE.exec(line)?.[1] ?? OF_OBJECT.exec(line)?.[1] ?? []);

const filesOf = (folder: string): string[] =>
  readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name));

/** @shows MH6.3 */
describe('what the server keeps between requests', () => {
  it('has a bound, which is named here; a cache that strangers fill is an LRUCache', () => {
    const found = ['server', 'platform', 'modules', 'kit'].flatMap((folder) =>
      filesOf(folder).flatMap((file) => namesIn(file).map((name) => `${file} ${name}`)),
    );
    expect(found.toSorted()).toEqual(Object.keys(BOUNDS).toSorted());
  });
});
