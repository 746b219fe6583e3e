import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { brandFolder, buildFolder } from '#brand/selected-brand.ts';
import { fingerprintOfFiles, ROOT, run } from './compile/made-from.ts';
import { compileMessagesWhenStale } from './messages.ts';

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
  compileMessagesWhenStale();
  // React Router gives each page ten seconds, which a busy machine can miss; the second build finds
  // everything warm.
  run('react-router', ['build'], { env: { NODE_ENV: 'production' }, tries: 2 });
  compressAssets();
  // Written last: a build that was interrupted is no build.
  writeFileSync(STAMP, fingerprint());
}

function fingerprint(): string {
  // A brand may lie outside the project.
  const ofBrand = globSync('**/*', { cwd: brandFolder }).map((path) => join(brandFolder, path));
  const ofProject = globSync(SOURCES, { cwd: ROOT }).map((path) => join(ROOT, path));
  return fingerprintOfFiles([...ofProject, ...ofBrand]);
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) build();
