import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  // `npm run dev` serves the API from a process of its own.
  ...(process.env.API_ORIGIN && {
    server: { proxy: { '/api': process.env.API_ORIGIN, '/storage': process.env.API_ORIGIN } },
  }),
  plugins: [tailwindcss(), reactRouter()],
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
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 2,
                },
                // What every page starts with travels as one file, not as twenty.
                {
                  name: 'frame',
                  test: /src\/app\/(root|routes\/layout|shell|auth|company\/company|api\/(client|tokens|storage|refresh|api-error)|ui\/(button|icon|class-names|spinner|card))/,
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
