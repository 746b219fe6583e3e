import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/*
 * A library is used by its public interface (decision 120). The text of a file shows three ways around one: a
 * name that begins with an underscore, a cast that the compiler would not allow at once, and a pattern that
 * rewrites what a library has made. Each place that is left has its reason here.
 */

const ROOT = join(import.meta.dirname, '../..');

const DRIVER = 'Drizzle prepares a statement for one connection alone (drizzle-team/drizzle-orm#613)';
const LATE_CODE = 'a browser never asks again for a module that has failed (whatwg/html#6768, decision 48)';
const RESOLVER = 'react-hook-form and Zod name the values of a form by types that do not meet';
const FORM_PATH = 'a path of react-hook-form in a form of any shape';
const SEALED = 'our own marker type: the text is sealed here, or nothing';
const ZOD = 'Zod documents `_zod` for libraries that build upon it';

const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/app/accounts/code-step.tsx: as never': FORM_PATH,
  'src/app/api/use-items.ts: as never': 'our own call, whose arguments depend on its definition',
  'src/app/company/school-building.tsx: __html': 'React’s documented name',
  'src/app/company/school-building.tsx: rewritten by /^[^]*?<svg[^>]*>|<\\/svg>\\s*$/g':
    'our own drawing, which is put into another one',
  'src/app/forms/form.tsx: as never': 'react-hook-form takes the event of any element',
  'src/app/forms/late-resolver.ts: as never': RESOLVER,
  'src/app/forms/schema-resolver.ts: as never': RESOLVER,
  'src/app/forms/schema-resolver.ts: as unknown as': RESOLVER,
  'src/app/payments/card-form.ts: as never': RESOLVER,
  'src/app/payments/card-form.ts: as unknown as': RESOLVER,
  'src/app/document.tsx: __html': 'React’s documented name',
  'src/app/routes/contract/route/use-hosted-entry.ts: as never': RESOLVER,
  'src/app/routes/dashboard/payment-methods/create/method-form.ts: as never': RESOLVER,
  'src/app/routes/office/season/texts/editor/paste.ts: rewritten by /<style[\\s\\S]*?<\\/style>/gi':
    'pasted HTML, whose styles a parser would report to the content policy',
  'src/app/ui/rich-text.tsx: __html': 'React’s documented name',
  'src/kit/refusal.ts: as never': 'our own table: a type for each of its codes',
  'src/modules/billing/charges/outcomes.service.ts: as never':
    'our own union: each result has its consequence',
  'src/modules/billing/methods/methods.contract.ts: ._zod': ZOD,
  "src/modules/billing/methods/methods.contract.ts: ['_zod']": ZOD,
  'src/modules/billing/staff-edits/read-payment.service.ts: as never':
    'our own refusal, which needs no facts',
  'src/modules/catalog/changes/apply-changes.service.ts: as never':
    'data of any refusal, as the table types them',
  'src/modules/catalog/changes/uses.service.ts: as never': 'data of any refusal, as the table types them',
  'src/modules/catalog/objects/object.ts: as never':
    'a problem of zod is handed on as zod has made the problem',
  'src/platform/db/migrate.ts: .__drizzle_migrations': 'Drizzle’s table, in a statement',
  'src/platform/db/pooler.ts: as unknown as':
    'pg’s number of the answering process, which its types do not name',
  'src/platform/db/prepared.ts: ._': DRIVER,
  'src/platform/db/prepared.ts: as unknown as': 'our own slots, one for each name',
  'src/platform/db/prepared.ts: rewritten by /\\$(\\d+)/g': DRIVER,
  'src/platform/db/refuse-newer.ts: .__drizzle_migrations': 'Drizzle’s table, in a statement',
  'src/platform/payments/stripe/events.ts: as unknown as': 'Stripe’s object of any kind, read field by field',
  'src/platform/vault/vault.ts: as unknown as': SEALED,
  'src/server/build-app.ts: as unknown as': 'Fastify’s type without the type provider of routes',
  'src/server/http/pages/watch-payment-pages.ts: as never': 'our own settings, of which the rule reads two',
  'vite.config.ts: rewritten by load': LATE_CODE,
  'vite.config.ts: rewritten by transform': LATE_CODE,
  'vite.server.config.ts: rewritten by transform': 'our own threads and places, as a built file finds them',
};

/** The fields of our own wire that begin with an underscore (spec: contracts.md). */
const OWN = /^_order_(total|due)$/;

const withoutComments = (code: string) =>
  code.replaceAll(/(?<=^|[\s({,;])\/\*[^]*?\*\//gm, '').replaceAll(/(?<![:'"`\\])\/\/.*/g, '');

const REGEXP = String.raw`\/(?:[^/\\\n]|\\.)+\/[dgimsuvy]*`;
const TEXT = String.raw`'[^'\n]*'|"[^"\n]*"|\`[^\`]*\``;
/** An element of a page, an import of a module, a slot of a statement. */
const MADE_BY_A_LIBRARY = /<(?:\\\/|\/)?[a-z]|\bimport\b(?!\.meta)|\\\$\(?\\d/;

function rewritten(code: string): string[] {
  const constants = new Map(
    [...code.matchAll(new RegExp(String.raw`\bconst (\w+) = (${REGEXP}|${TEXT})`, 'g'))].map(
      ([, name, pattern]) => [name!, pattern!],
    ),
  );
  const replaced = [
    ...code.matchAll(new RegExp(String.raw`\.replace(?:All)?\(\s*(${REGEXP}|${TEXT}|\w+)\s*,`, 'g')),
  ];
  return replaced
    .map(([, by]) => by!)
    .filter((by) => MADE_BY_A_LIBRARY.test(constants.get(by) ?? by))
    .concat([...code.matchAll(/\b(transform|load|renderChunk)\((?:code|id)\b/g)].map(([, hook]) => hook!))
    .map((by) => `rewritten by ${by}`);
}

function privateNames(code: string): string[] {
  const read = [...code.matchAll(/(?<=[\w)\]!?])\._\w*|\['_\w+'\]/g)].map(([name]) => name);
  const taken = [...code.matchAll(/\{([^{}()]*)\}\s*(?::[^=\n]+)?=(?![=>])/g)].flatMap(([, names]) =>
    [...names!.matchAll(/(?:^|,)\s*(_\w+)(?=\s*(?:[:,=]|$))/g)].map(([, name]) => name!),
  );
  const given = [...code.matchAll(/\{\s*(__\w+):/g)].map(([, name]) => name!);
  return [...read, ...taken, ...given].filter((name) => !OWN.test(name.replace(/^\./, '')));
}

const casts = (code: string): string[] => code.match(/\bas unknown as\b|\bas (?:never|any)\b/g) ?? [];

/** What a file has that goes around the interface of a library. */
function waysAround(source: string): string[] {
  const code = withoutComments(source);
  return [...new Set([...privateNames(code), ...casts(code), ...rewritten(code)])];
}

const files = [
  ...globSync('src/**/*.{ts,tsx}', { cwd: ROOT }),
  ...globSync('*.config.ts', { cwd: ROOT }),
].filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('src/i18n/'));

describe('a library is used by its public interface', () => {
  it('in each file of the sources, but for the exceptions above', () => {
    const found = files.flatMap((file) =>
      waysAround(readFileSync(join(ROOT, file), 'utf8')).map((way) => `${file}: ${way}`),
    );
    expect(found.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
  });

  it.each([
    ['a private member', 'font._glyphs = {};', '._glyphs'],
    ['a private member of what may be missing', 'const a = doc?._font;', '._font'],
    ['a private member by its name', "doc['_font'].ascender;", "['_font']"],
    ['a private member that is taken out', 'const { y, _font: font } = doc;', '_font'],
    ['a cast through unknown', 'const a = doc as unknown as Written;', 'as unknown as'],
    ['a cast to never', 'doc.registerFont(id, font as never);', 'as never'],
    ['an element of a page', "const a = html.replace('</head>', () => more);", "rewritten by '</head>'"],
    ['an element by its pattern', 'const A = /<script[^>]*>/;\nhtml.replace(A, more);', 'rewritten by A'],
    ['an import', 'code.replaceAll(/import (.*)/g, ours);', 'rewritten by /import (.*)/g'],
    ['a module of the build', 'const plugin = { transform(code, id) {} };', 'rewritten by transform'],
  ])('would be noticed: %s', (_, code, way) => expect(waysAround(code)).toEqual([way]));

  it.each([
    ['our own fields', 'const { _order_total: total } = order; order._order_due;'],
    ['what a comment says', '// doc._font as never\n/* html.replace("</p>", x) */'],
    ['what is left out', 'const { password: _password, ...rest } = user;'],
    ['a parameter that is not used', 'const a = (_request: Request, reply: Reply) => reply;'],
    ['an escaped sign', "text.replaceAll('<', '&lt;');"],
  ])('leaves alone: %s', (_, code) => expect(waysAround(code)).toEqual([]));
});
