import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { AppContext } from './app-context.ts';
import { emailRenderers } from './email-renderers.ts';

// As written by the modules: `kind: 'seats.seat_offered'`, `ROUTE_INFORMATION = '…'`; not `season.json`.
const KIND = /(?:\bkind:|\b[A-Z_]+ =) '([a-z]+\.(?!json')[a-z_]+)'/g;

it('every kind of email that is put into the outbox has a renderer, and each renderer its kind', () => {
  const sources = globSync('src/modules/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const kinds = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(KIND)].map(([, kind]) => kind),
  );
  // Renderers read the context only when making an email.
  const rendered = Object.keys(emailRenderers({} as AppContext));
  expect(rendered.length).toBeGreaterThan(15);
  expect([...new Set(kinds)].toSorted()).toEqual(rendered.toSorted());
});
