import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One built HTML page, held in memory: a few dozen pages of a few kilobytes. */
export type BuiltPage = {
  html: string;
  etag: string;
  scriptHashes: string[];
  styleHashes: string[];
  /** its hashes are those of what the build has made, whatever else came into the page */
  hasFixedHashes?: true;
};

export type BuiltPages = {
  /** the folder of all other files */
  folder: string;
  /** the finished page of a path, where the build made one */
  find(path: string): BuiltPage | undefined;
  /** a page that the server finishes, by its name, as the build makes it: without anything of a season */
  findServed(name: string): BuiltPage | undefined;
  /** the application without a page, for paths that it draws by itself */
  shell: BuiltPage;
};

// Data in an element of its own is no script, and needs no leave to run.
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

/** Reads what the build left; undefined when nothing was built. */
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

/** A page with what its headers say of it. */
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
