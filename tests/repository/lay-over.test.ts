import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEPT_FOR_MS, layOver } from '../../scripts/compile/lay-over.ts';

let folder: string;
const to = () => join(folder, 'brand');

/** Builds pages with these files, whose content is the name of the build. */
function build(name: string, files: string[]): void {
  const draft = join(folder, name);
  for (const file of files) {
    mkdirSync(dirname(join(draft, file)), { recursive: true });
    writeFileSync(join(draft, file), name);
  }
  layOver(draft, to());
}

const read = (file: string) => existsSync(join(to(), file)) && readFileSync(join(to(), file), 'utf8');

const age = (file: string) => {
  const at = new Date(Date.now() - KEPT_FOR_MS - 60_000);
  utimesSync(join(to(), file), at, at);
};

beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'schoolrun-pages-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** @shows MO7.1 */
describe('a build of the pages', () => {
  it('leaves the files of a running portal where they are, also after a second one', () => {
    build('first', ['client/assets/a-1.js', 'client/index.html']);
    build('second', ['client/assets/a-2.js', 'client/index.html']);
    build('third', ['client/assets/a-3.js', 'client/index.html']);
    expect(['a-1', 'a-2', 'a-3'].map((name) => read(`client/assets/${name}.js`))).toEqual([
      'first',
      'second',
      'third',
    ]);
    expect(read('client/index.html')).toBe('third');
    expect(existsSync(join(folder, 'third'))).toBe(false);
  });

  it('leaves those of the last build however old they are, and removes older ones after a week', () => {
    build('first', ['client/assets/a-1.js']);
    age('client/assets/a-1.js');
    build('second', ['client/assets/a-2.js']);
    expect(read('client/assets/a-1.js')).toBe('first');
    build('third', ['client/assets/a-3.js']);
    expect([read('client/assets/a-1.js'), read('client/assets/a-2.js')]).toEqual([false, 'second']);
  });

  it('brings the code that finishes pages, which fits the files of the browser', () => {
    build('first', ['client/index.html', 'server/index.js']);
    build('second', ['client/index.html', 'server/index.js']);
    expect([read('client/index.html'), read('server/index.js')]).toEqual(['second', 'second']);
  });

  it('removes a page that is gone, which a start would serve', () => {
    build('first', ['client/gone/index.html', 'served/home.html']);
    build('second', ['client/index.html']);
    expect([read('client/gone/index.html'), read('served/home.html')]).toEqual([false, false]);
  });
});
