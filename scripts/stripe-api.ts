import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './compile/made-from.ts';
import { Declarations } from './stripe-api/declarations.ts';
import { readOperation } from './stripe-api/operations.ts';
import { listOf, Schemas, type Schema } from './stripe-api/schemas.ts';

/*
 * `npm run stripe-api`: writes tests/simulators/stripe/stripe-api.json, an OpenAPI 3.1 description of the
 * calls that the portal may send to Stripe. Stripe generates the types of its SDK from its own OpenAPI file,
 * so the description is made of the SDK that is installed, and of nothing else.
 */

const SDK = join(ROOT, 'node_modules/stripe');
const FILE = join(ROOT, 'tests/simulators/stripe/stripe-api.json');

const USED: Readonly<Record<string, readonly string[]>> = {
  Accounts: ['retrieveCurrent'],
  Balance: ['retrieve'],
  BalanceTransactions: ['list', 'retrieve'],
  Charges: ['list', 'retrieve'],
  Customers: ['create', 'retrieve', 'update'],
  CustomerSessions: ['create'],
  Disputes: ['list', 'retrieve'],
  Events: ['list', 'retrieve'],
  Mandates: ['retrieve'],
  PaymentIntents: ['create', 'retrieve', 'list', 'confirm', 'cancel'],
  PaymentMethods: ['retrieve', 'list', 'attach', 'detach'],
  Payouts: ['list', 'retrieve'],
  Refunds: ['create', 'retrieve', 'list', 'cancel'],
  SetupAttempts: ['list'],
  SetupIntents: ['create', 'retrieve', 'list', 'confirm', 'cancel', 'verifyMicrodeposits'],
};
// What an answer holds besides: its errors and addresses.
const KEPT = [...Object.keys(USED), '../shared'];
const fileOf = (name: string, ending: string) => join(SDK, 'esm/resources', `${name}.${ending}`);

/** @returns the text of stripe-api.json, one line for each path and each schema */
export function stripeApiText(): string {
  const declarations = new Declarations();
  const schemas = new Schemas(declarations, new Set(KEPT.map((name) => fileOf(name, 'd.ts'))));
  const paths = new Map<string, Record<string, Schema>>();
  for (const [name, methods] of Object.entries(USED)) {
    const [types, code] = [fileOf(name, 'd.ts'), fileOf(name, 'js')];
    const at = declarations.rootOf(types);
    for (const method of methods) {
      const { verb, path, params, answer, isList } = readOperation({ types, code }, method);
      const request = params ? schemas.ofType(params, at, 'request') : { type: 'object', maxProperties: 0 };
      const one = schemas.ofType(answer, at, 'answer');
      paths.set(path, {
        ...paths.get(path),
        [verb]: {
          operationId: `${name}.${method}`,
          requestBody: { content: { 'application/x-www-form-urlencoded': { schema: request } } },
          responses: {
            200: {
              description: 'ok',
              content: { 'application/json': { schema: isList ? listOf(one) : one } },
            },
          },
        },
      });
    }
  }
  return [
    '{"openapi":"3.1.0",',
    `"info":${JSON.stringify(infoOfSdk())},`,
    `"paths":{\n${linesOf(paths)}\n},`,
    `"components":{"schemas":{\n${linesOf(schemas.made)}\n}}}`,
    '',
  ].join('\n');
}

function infoOfSdk(): Schema {
  const read = (file: string) => readFileSync(join(SDK, file), 'utf8');
  const [, version] = /ApiVersion = '([^']+)'/.exec(read('esm/apiVersion.js')) ?? [];
  return {
    title: 'The part of the Stripe API that the portal uses',
    version,
    license: { name: 'MIT', identifier: 'MIT' },
    'x-made-from': `stripe@${read('VERSION').trim()}, OpenAPI ${read('OPENAPI_VERSION').trim()}`,
  };
}

const linesOf = (some: ReadonlyMap<string, unknown>): string =>
  [...some]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(',\n');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(FILE, stripeApiText());
