import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { floorTargets } from './scripts/browser-floor/floor.ts';
import { newerInBundle } from './scripts/browser-floor/newer-in-bundle.ts';
import { inPageScripts } from './scripts/in-page-scripts.ts';
import { lightContracts } from './scripts/light-contracts.ts';
import { fileOf, SHARED_FILES, type Graph } from './scripts/page-files.ts';
import { brandFolder } from '#brand/brand-folder.ts';
import { brand } from '#brand/selected-brand.ts';
import {
  schoolNames,
  schoolsOfPages,
  seasonFactsOf,
  type DemoOfPages,
} from '#modules/catalog/season-facts.ts';

// `npm run dev` serves pages without a portal that fills in what the season says, so the demo season says it.
if (process.env.API_ORIGIN) {
  const demo = JSON.parse(
    readFileSync(new URL('src/db/demo/season.json', import.meta.url), 'utf8'),
  ) as DemoOfPages;
  const schools = schoolsOfPages(
    demo.program_groups,
    demo.content_blocks,
    brand.schools.map(({ path }) => path),
  );
  const facts = { ...seasonFactsOf(demo), school_names: schoolNames(schools) };
  process.env.VITE_SEASON_FACTS = JSON.stringify(facts);
  process.env.VITE_SCHOOLS = JSON.stringify(schools);
}

/** Puts our own function, which waits for the network, in the place of React Router's (decision 48). */
const patientRouteModules: Plugin = {
  name: 'patient-route-modules',
  apply: 'build',
  transform(code, id) {
    if (!/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/.test(id)) return undefined;
    if (!code.includes('async function loadRouteModule(route, routeModulesCache)'))
      throw new Error(`React Router loads the code of its routes in another way: ${id}`);
    const ours = fileURLToPath(new URL('src/app/shell/load-route-module.ts', import.meta.url));
    return { code: `export { loadRouteModule } from ${JSON.stringify(ours)};`, map: null };
  },
};

/**
 * Fetches the files of a part that is loaded late before the browser imports any of them: a shared file whose
 * import has failed would keep every page that needs it from starting (decision 48).
 */
const fetchedParts: Plugin = {
  name: 'fetched-parts',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (id !== '\0vite/preload-helper.js') return undefined;
    const ours = fileURLToPath(new URL('src/app/shell/load-route-module.ts', import.meta.url));
    return `export { loadPart as __vitePreload } from ${JSON.stringify(ours)};`;
  },
};

/*
 * A page asks for a few larger files: what every page starts with, what many share, and its own. On a slow
 * line forty small ones wait for each other (six at a time), whatever they weigh.
 */
const CHUNKS = [
  // React and the router change less often than our pages, so they keep their own cached file.
  {
    name: 'vendor',
    test: /(node_modules\/(react|react-dom|react-router|scheduler)\/|shell\/load-route-module)/,
    priority: 30,
  },
  // What every page starts with.
  {
    name: 'frame',
    test: /src\/(app\/(root|routes\/layout|shell|auth|company\/(company|brand|schools)|api\/(client|tokens|storage|refresh|api-error|page-reads)|ui\/(button|icon|class-names|spinner|card))|i18n\/(runtime|registry))/,
    priority: 20,
  },
  { name: 'home', test: /src\/app\/routes\/public\/home\/page/, priority: 10 },
  { name: 'public', test: /src\/app\/routes\/public\/article/, priority: 10 },
  // What pages share, parted by who needs it and by what it brings along.
  ...SHARED_FILES.map((files, at) => ({
    name: (id: string, graph: Graph) => {
      const file = fileOf(id, graph);
      return file !== null && files.test(file) ? file : null;
    },
    minShareCount: 2,
    priority: SHARED_FILES.length - at,
  })),
];

/** Refuses a build that has something newer than the floor of browsers, from us or from a library. */
const browserFloor: Plugin = {
  name: 'browser-floor',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    const newer = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' ? newerInBundle(file.fileName, file.code) : [],
    );
    if (newer.length > 0) throw new Error(`newer than the floor (decision 119): ${newer.join(', ')}`);
  },
};

export default defineConfig({
  // `npm run dev` serves the API from a process of its own.
  ...(process.env.API_ORIGIN && {
    server: { proxy: { '/api': process.env.API_ORIGIN, '/storage': process.env.API_ORIGIN } },
  }),
  // The brand folder that BRAND names; package.json maps the name to the default one, for types and tests.
  resolve: { alias: { '#company': brandFolder } },
  plugins: [
    fetchedParts,
    inPageScripts,
    lightContracts,
    tailwindcss(),
    reactRouter(),
    patientRouteModules,
    browserFloor,
  ],
  build: { cssTarget: [...floorTargets] },
  environments: {
    // What is used in the browser alone is part of the build, so that production need not install it (H18).
    ssr: { resolve: { noExternal: [/^@hookform\/resolvers/, /^@atlaskit\/pragmatic-drag-and-drop/] } },
    client: {
      build: {
        target: [...floorTargets],
        // Of a part that is a single file Vite names none; it is fetched like the others.
        modulePreload: { resolveDependencies: (file, files) => (files.length > 0 ? files : [file]) },
        rolldownOptions: {
          output: {
            codeSplitting: { groups: CHUNKS },
          },
        },
      },
    },
  },
});
