import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { replaceFiles } from './compile/replace-files.ts';
import { canBuild, endAsNotBuilt, fingerprintOfFiles, ROOT, run } from './compile/made-from.ts';

const SOURCES = ['messages/**/*', 'project.inlang/settings.json', 'package-lock.json'];
const OUT = join(ROOT, 'src/i18n');
const STAMP = join(OUT, 'made-from');
const MADE = ['messages.js', 'together/messages.js'].map((path) => join(OUT, path));

const fingerprint = () =>
  fingerprintOfFiles(globSync(SOURCES, { cwd: ROOT }).map((path) => join(ROOT, path)));

/**
 * Turns messages/ into the functions of src/i18n, unless they were made from the same files. The compiler
 * empties its folder first and so writes a draft: a portal or a command that starts at that moment finds
 * every file (MO5).
 * With one language there is nothing to remember, so no cookie is set (privacy policy).
 */
export function compileMessagesWhenStale(): void {
  const isMade = [...MADE, STAMP].every((path) => existsSync(path));
  if (isMade && (!canBuild() || readFileSync(STAMP, 'utf8') === fingerprint())) return;
  if (!canBuild()) endAsNotBuilt();
  rmSync(STAMP, { force: true });
  const shared = ['compile', '--project', './project.inlang', '--strategy', 'baseLocale', '--silent'];
  // A file a sentence for the browser, whose bundler takes those that a page says; the server reads two
  // thousand files in a second of its start, so it has them in one (`imports` of package.json).
  const draft = `./src/i18n.new-${process.pid}`;
  run('paraglide-js', [...shared, '--outdir', draft]);
  const together = ['--outdir', `${draft}/together`, '--output-structure', 'locale-modules'];
  run('paraglide-js', [...shared, ...together]);
  replaceFiles(join(ROOT, draft), OUT);
  // Written last: what was interrupted is made again.
  writeFileSync(STAMP, fingerprint());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) compileMessagesWhenStale();
