import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { brandFolder, buildFolder } from '#brand/brand-folder.ts';
import { canBuild, endAsNotBuilt, filesOf, fingerprintOfFiles, ROOT, run } from './compile/made-from.ts';
import { compileMessagesWhenStale } from './messages.ts';
import { KEPT_FOR_MS, layOver } from './compile/lay-over.ts';
import { listPaymentScripts, PAYMENT_SCRIPTS } from './payment-scripts.ts';

const STAMP = join(buildFolder, 'made-from');
const SBOM = join(buildFolder, 'sbom.cdx.json');
const PORTALS = join(buildFolder, 'portal');

const OF_BOTH = [
  'src/app',
  'src/brand',
  'src/kit',
  'src/modules',
  'messages',
  'project.inlang/settings.json',
  'package-lock.json',
];

/** Folders and files that the built pages depend on, with the brand's, which may lie outside the project. */
const PAGES = [
  ...OF_BOTH,
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/browser-floor',
  'scripts/in-page-scripts.ts',
  'scripts/light-contracts.ts',

  'scripts/page-files.ts',
];

/** What the built server depends on; SQL, fonts and the demo are read from their place. */
const SERVER = [
  ...OF_BOTH,
  'src/db',
  'src/platform',
  'src/server',
  'scripts/command',
  'scripts/payment-scripts.ts',
  'scripts/schoolrun.ts',
  'vite.server.config.ts',
  'package.json',
];

const COMPRESSED = 'assets/**/*.{js,css,svg,json,map}';

// A portal that still runs while the next one starts loads its rare parts from the build before.
const KEPT_PORTALS = 2;

/**
 * Builds pages and server, unless what is there was made from the same files. Where nothing can be built,
 * what is there is what runs: a copy has other times than the files that it was built from.
 * @returns the file that is the portal
 */
export function buildWhenStale(): string {
  if (!canBuild()) return join(newestPortals()[0] ?? endAsNotBuilt(), 'main.js');
  const { pages, server } = fingerprintsOfBuilds();
  const portal = folderOfServer(server);
  const hasPages = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === pages;
  if (!hasPages || !existsSync(portal))
    process.stdout.write(
      'Building pages and server, which takes a minute. build/build.log has the details.\n',
    );
  if (!hasPages) buildPages(pages);
  if (!existsSync(portal)) buildPortal(portal);
  return join(portal, 'main.js');
}

/**
 * Builds the server alone, unless it was made from the same files: a command shows no pages.
 * @returns the folder of the built commands
 */
export function buildCommandsWhenStale(): string {
  if (!canBuild()) return join(newestPortals()[0] ?? endAsNotBuilt(), 'commands');
  compileMessagesWhenStale();
  const portal = folderOfServer(fingerprintOfFiles(serverSources()));
  if (!existsSync(portal)) {
    // What a command prints may be read by a program.
    process.stderr.write('Building the server, which takes some seconds. build/build.log has the details.\n');
    buildPortal(portal);
  }
  return join(portal, 'commands');
}

const folderOfServer = (fingerprint: string) => join(PORTALS, fingerprint.slice(0, 16));

export const pageSources = () => filesOf([...PAGES.map(inProject), brandFolder]);

/** What pages and server are built from. The same on the next start, where nothing has changed. */
export function fingerprintsOfBuilds(): { pages: string; server: string } {
  // First: the compiler writes the settings of project.inlang anew, which are among the sources.
  compileMessagesWhenStale();
  return {
    pages: fingerprintOfFiles(pageSources()),
    server: fingerprintOfFiles(serverSources()),
  };
}

function buildPages(stamp: string): void {
  rmSync(STAMP, { force: true });
  const draft = `${buildFolder}.new-${process.pid}`;
  // React Router gives each page ten seconds, which a busy machine can miss; the second build finds
  // everything warm.
  run('react-router', ['build'], { env: { NODE_ENV: 'production', PAGES_FOLDER: draft }, tries: 2 });
  compressAssets(join(draft, 'client'));
  const scripts = listPaymentScripts(join(draft, 'client'));
  layOver(draft, buildFolder);
  writeFileSync(PAYMENT_SCRIPTS, `${JSON.stringify(scripts, null, 2)}\n`);
  // Written last: a build that was interrupted is no build.
  writeFileSync(STAMP, stamp);
}

/** Each build has a folder named after what it was made from, which appears when it is finished. */
function buildPortal(folder: string): void {
  const draft = `${folder}.new-${process.pid}`;
  const build = (...args: string[]) =>
    run('vite', ['build', '--config', 'vite.server.config.ts', ...args], { env: { NODE_ENV: 'production' } });
  build('--outDir', draft);
  build('--mode', 'commands', '--outDir', join(draft, 'commands'));
  try {
    renameSync(draft, folder);
  } catch {
    // Another start was quicker.
    rmSync(draft, { recursive: true });
  }
  for (const old of newestPortals().slice(KEPT_PORTALS).filter(isLongAgo))
    rmSync(old, { recursive: true, force: true });
  const compiled = getCompileCacheDir();
  // What the build before was compiled to.
  if (compiled) for (const file of readdirSync(compiled)) rmSync(join(compiled, file), { force: true });
}

/** The folders of built servers, newest first; one that is being built is not among them. */
function newestPortals(): string[] {
  if (!existsSync(STAMP) || !existsSync(PORTALS)) return [];
  const builds = readdirSync(PORTALS).filter((name) => !name.includes('.'));
  return builds
    .map((name) => join(PORTALS, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
}

/** The files that the built server is made from. */
export function serverSources(): string[] {
  const isLeftOut = /^src\/.*(\.test\.ts|\.(?!ts)\w+)$/;
  return filesOf(SERVER.map(inProject)).filter((path) => !isLeftOut.test(relative(ROOT, path)));
}

const inProject = (path: string) => join(ROOT, path);

const isLongAgo = (folder: string) => Date.now() - statSync(folder).mtimeMs > KEPT_FOR_MS;

/** Compresses hashed files once and well, so that no request has to. */
function compressAssets(client: string): void {
  for (const path of globSync(COMPRESSED, { cwd: client })) {
    const content = readFileSync(join(client, path));
    if (content.length < 1024) continue;
    writeFileSync(
      join(client, `${path}.br`),
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    );
    writeFileSync(join(client, `${path}.gz`), gzipSync(content, { level: 9 }));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  rmSync(STAMP, { force: true });
  buildWhenStale();
  // Read here alone: every start loads this file.
  const { makeSbom } = await import('./packages/sbom.ts');
  const product = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Parameters<
    typeof makeSbom
  >[0];
  writeFileSync(SBOM, `${JSON.stringify(makeSbom(product), null, 2)}\n`);
}
