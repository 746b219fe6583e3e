import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inOrder, replaceFiles } from '../../scripts/compile/replace-files.ts';

let folder: string;
const at = (path: string) => join(folder, path);

function write(files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
  }
}

beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'schoolrun-replace-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** @shows MO5.1 */
describe('compiled texts that replace others', () => {
  it('change one by one, and what did not change keeps its time', () => {
    write({
      'i18n/messages.js': 'one two',
      'i18n/messages/one.js': 'one',
      'i18n/messages/two.js': 'two',
      'i18n/made-from': 'a print',
      'new/messages.js': 'one three',
      'new/messages/one.js': 'one',
      'new/messages/three.js': 'three',
    });
    const long = new Date('2026-01-01');
    utimesSync(at('i18n/messages/one.js'), long, long);
    replaceFiles(at('new'), at('i18n'), ['made-from']);
    expect(readFileSync(at('i18n/messages.js'), 'utf8')).toBe('one three');
    expect(readFileSync(at('i18n/messages/three.js'), 'utf8')).toBe('three');
    expect(statSync(at('i18n/messages/one.js')).mtimeMs).toBe(long.getTime());
    expect(['messages/two.js', '../new'].map((path) => existsSync(at(`i18n/${path}`)))).toEqual([
      false,
      false,
    ]);
    expect(existsSync(at('i18n/made-from'))).toBe(true);
  });

  it('come before the file that names them', () => {
    const files = [
      'messages.js',
      'messages/_index.js',
      'messages/b.js',
      'runtime.js',
      'together/messages.js',
    ];
    const order = inOrder(files);
    expect(order.indexOf('messages/b.js')).toBeLessThan(order.indexOf('messages/_index.js'));
    expect(order.indexOf('messages/_index.js')).toBeLessThan(order.indexOf('messages.js'));
    expect(order.indexOf('runtime.js')).toBeLessThan(order.indexOf('messages.js'));
    expect(order).toHaveLength(files.length);
  });
});
