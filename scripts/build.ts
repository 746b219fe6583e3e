import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { brandFolder, buildFolder } from '#brand/selected-brand.ts';

const ROOT = join(import.meta.dirname, '..');
const OUT = join(buildFolder, 'client');
const STAMP = join(buildFolder, 'made-from');

/** Everything that the built pages depend on. */
const SOURCES = [
  'src/{app,brand,kit,modules}/**/*',
  'messages/**/*',
  'public/**/*',
  'project.inlang/settings.json',
  '*.config.ts',
  'package-lock.json',
];

const COMPRESSED = 'assets/**/*.{js,css,svg,json,map}';

/** Compiles the sentences and builds the pages, unless what is there was made from the same files. */
export function buildWhenStale(): void {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint()) return;
  build();
}

function build(): void {
  rmSync(STAMP, { force: true });
  compileMessages();
  // React Router gives each page ten seconds, which a busy machine can miss; the second build finds
  // everything warm.
  run('react-router', ['build'], { env: { NODE_ENV: 'production' }, tries: 2 });
  compressAssets();
  // Written last: a build that was interrupted is no build.
  writeFileSync(STAMP, fingerprint());
}

/**
 * Turns messages/ into the functions of src/i18n. With one language there is nothing to remember, so no
 * cookie is set (privacy policy).
 */
export function compileMessages(): void {
  const shared = ['compile', '--project', './project.inlang', '--strategy', 'baseLocale', '--silent'];
  // A file a sentence for the browser, whose bundler takes those that a page says; the server reads two
  // thousand files in a second of its start, so it has them in one (`imports` of package.json).
  run('paraglide-js', [...shared, '--outdir', './src/i18n']);
  const together = ['--outdir', './src/i18n/together', '--output-structure', 'locale-modules'];
  run('paraglide-js', [...shared, ...together]);
}

function fingerprint(): string {
  const hash = createHash('sha256');
  // A brand may lie outside the project.
  const ofBrand = globSync('**/*', { cwd: brandFolder }).map((path) => join(brandFolder, path));
  const ofProject = globSync(SOURCES, { cwd: ROOT }).map((path) => join(ROOT, path));
  for (const path of [...ofProject, ...ofBrand].sort()) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Compresses hashed files once and well, so that no request has to. */
function compressAssets(): void {
  for (const path of globSync(COMPRESSED, { cwd: OUT })) {
    const content = readFileSync(join(OUT, path));
    if (content.length < 1024) continue;
    writeFileSync(
      join(OUT, `${path}.br`),
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    );
    writeFileSync(join(OUT, `${path}.gz`), gzipSync(content, { level: 9 }));
  }
}

type Run = { env?: Record<string, string>; tries?: number };

/** Runs one of the installed programs and ends with its exit code when it fails. */
function run(program: string, args: string[], { env = {}, tries = 1 }: Run = {}): void {
  const { status } = spawnSync(join(ROOT, 'node_modules/.bin', program), args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (status === 0) return;
  if (tries === 1) process.exit(status ?? 1);
  run(program, args, { env, tries: tries - 1 });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) build();
