import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

type Node = { type: string; [property: string]: unknown };

/** The names under which a transaction, or a connection that is held, is handed on. */
const HANDLES = new Set(['tx', 'one']);
const WAITING = new Set(['atOnce']);

/** What takes a transaction, and is done when it returns. */
const AT_ONCE_DONE = new Set([
  // of the maps that are kept by transaction
  'delete',
  'get',
  'set',
  // of a planned object, which a loop calls `one`
  'changeOf',
  'identityOf',
  'isAdded',
  'subject',
]);

/** Work that is handed on a statement later. Nothing between the two can throw. */
const HANDED_ON: Record<string, string> = {
  'src/modules/orders/emails/order-emails.service.ts: currentCatalog': 'two of the reads wait for it',
};

const nameOf = (callee: unknown): string => {
  const { type, name, property } = callee as Node & { property?: Node };
  return type === 'MemberExpression' ? String(property?.name) : String(name);
};

/** Whether the promise of a call is awaited, returned or handed to who waits, by what stands around it. */
function isWaitedFor(around: readonly Node[]): boolean {
  for (const node of around.toReversed()) {
    if (['AwaitExpression', 'ReturnStatement'].includes(node.type)) return true;
    if (node.type === 'ArrowFunctionExpression') return (node.body as Node).type !== 'BlockStatement';
    if (node.type === 'CallExpression' && WAITING.has(nameOf(node.callee))) return true;
    if (node.type.endsWith('Statement') || node.type === 'VariableDeclaration') return false;
  }
  return false;
}

/** The calls of a file that begin work of a transaction and do not wait for it there. */
function begunWork(path: string, source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown, around: readonly Node[]): void => {
    if (Array.isArray(value)) return value.forEach((item) => visit(item, around));
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    const isNode = typeof node.type === 'string';
    if (node.type === 'CallExpression') {
      const [first] = node.arguments as Node[];
      const isGiven = first?.type === 'Identifier' && HANDLES.has(String(first.name));
      const name = nameOf(node.callee);
      if (isGiven && !AT_ONCE_DONE.has(name) && !isWaitedFor(around)) found.push(`${path}: ${name}`);
    }
    const inside = isNode ? [...around, node] : around;
    for (const child of Object.values(node)) visit(child, inside);
  };
  visit(parseSync(path, source).program, []);
  return found;
}

const files = globSync('src/{modules,platform,server,db}/**/*.ts', { cwd: ROOT }).filter(
  (path) => !path.includes('.test.'),
);

/** @shows MC1.3 */
describe('work of a transaction', () => {
  it('is awaited, returned or handed on where it is begun', () => {
    const found = files.flatMap((path) => begunWork(path, readFileSync(join(ROOT, path), 'utf8')));
    expect(files.length).toBeGreaterThan(500);
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(HANDED_ON).toSorted());
  });

  it.each([
    'async (tx) => { const written = write(tx, 1); plan(); await written; }',
    'async (tx) => { void write(tx, 1); }',
    'async (tx) => { const asked = [write(tx, 1), read(tx)]; check(); await Promise.all(asked); }',
    'async (tx) => { write(tx, 1).catch(() => undefined); }',
  ])('is found where it is not: %s', (source) => {
    expect(begunWork('a.ts', `export const a = ${source}`)).toContain('a.ts: write');
  });

  it.each([
    'async (tx) => { await write(tx, 1); }',
    'async (tx) => write(tx, 1)',
    'async (tx) => { const [a] = await atOnce([write(tx, 1), read(tx)]); return a; }',
  ])('is left alone where it is: %s', (source) => {
    expect(begunWork('a.ts', `export const a = ${source}`)).toEqual([]);
  });

  it('is never begun by a list that stops waiting at the first failure', () => {
    const isInside = /Promise\.(all|race|any)\([^;]*\((tx|one)[,)]/;
    const breaking = files.filter((path) => isInside.test(readFileSync(join(ROOT, path), 'utf8')));
    expect(breaking).toEqual([]);
  });
});
