import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { brand, brandFolder } from '#brand/selected-brand.ts';
import { seasonFactsOf, type SeasonOfPages } from '#modules/catalog/season-facts.ts';

// `npm run dev` serves pages without a portal that fills in what the season says, so the demo season says it.
if (process.env.API_ORIGIN) {
  const demo = JSON.parse(
    readFileSync(new URL('src/db/demo/season.json', import.meta.url), 'utf8'),
  ) as SeasonOfPages;
  process.env.VITE_SEASON_FACTS = JSON.stringify(seasonFactsOf(demo, brand.schools));
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

export default defineConfig({
  // `npm run dev` serves the API from a process of its own.
  ...(process.env.API_ORIGIN && {
    server: { proxy: { '/api': process.env.API_ORIGIN, '/storage': process.env.API_ORIGIN } },
  }),
  // The brand folder that BRAND names; package.json maps the name to the default one, for types and tests.
  resolve: { alias: { '#company': brandFolder } },
  plugins: [tailwindcss(), reactRouter(), patientRouteModules],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // React and the router change less often than our pages, so they keep their own cached file.
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  test: /(node_modules\/(react|react-dom|react-router|scheduler)|shell\/load-route-module)/,
                  priority: 2,
                },
                // What every page starts with travels as one file, not as twenty.
                {
                  name: 'frame',
                  test: /src\/app\/(root|routes\/layout|shell|auth|company\/(company|brand)|api\/(client|tokens|storage|refresh|api-error)|ui\/(button|icon|class-names|spinner|card))/,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
  },
});
