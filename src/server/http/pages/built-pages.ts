import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type BuiltPage = {
  html: string;
  etag: string;
  scriptHashes: string[];
  styleHashes: string[];
  /** the hashes come from the build, not from the finished page */
  hasFixedHashes?: true;
};

export type BuiltPages = {
  folder: string;
  find(path: string): BuiltPage | undefined;
  /** the page as built, without the facts of a season */
  findServed(name: string): BuiltPage | undefined;
  shell: BuiltPage;
};

// A browser does not run data in a JSON element, so the policy needs no hash.
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

export function readBuiltPages(folder: string): BuiltPages | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const read = (file: string) => pageOf(readFileSync(join(folder, file), 'utf8'));
  const files = globSync('**/index.html', { cwd: folder });
  const pages = new Map(
    files.map((file) => [`/${file.replaceAll('\\', '/').replace(/\/?index\.html$/, '')}`, read(file)]),
  );
  // React Router writes the bare application beside a prerendered home page.
  const shell = existsSync(join(folder, '__spa-fallback.html'))
    ? read('__spa-fallback.html')
    : read('index.html');
  const served = (name: string) => join(folder, '../served', `${name}.html`);
  return {
    folder,
    shell,
    find: (path) => pages.get(path),
    findServed: (name) => (existsSync(served(name)) ? pageOf(readFileSync(served(name), 'utf8')) : undefined),
  };
}

export function pageOf(html: string): BuiltPage {
  const hashesOf = (shape: RegExp) => [
    ...new Set([...html.matchAll(shape)].map(([, text]) => `'sha256-${sha256(text ?? '')}'`)),
  ];
  return {
    html,
    etag: `"${sha256(html).slice(0, 22)}"`,
    scriptHashes: hashesOf(INLINE_SCRIPT),
    styleHashes: hashesOf(INLINE_STYLE),
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
