import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const ROOT = join(import.meta.dirname, '../../..');

/** A function that something else calls: a listener, the work of a timer, a job, a stream. */
export type Place = {
  name: string;
  file: string;
  /** where its body begins and ends in the source */
  start: number;
  end: number;
  /** how an error is planted there */
  kind: 'block' | 'expression' | 'job' | 'shorthand job' | 'stream';
};

type Node = { type: string; start: number; end: number; [property: string]: unknown };

const LISTENS = new Set(['on', 'once', 'addListener', 'prependListener', 'addEventListener']);
const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate', 'nextTick', 'queueMicrotask']);
const JOB_PARTS = new Set(['run', 'isDue']);
const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']);

/** Parameters of `new Promise` and the like: they only settle a promise, which cannot throw. */
const SETTLES = /^(resolve|reject|done|failed)$/;

/** Of the server: what runs in the browser is no part of it. */
export const serverFiles = (): string[] =>
  globSync('src/{server,platform,modules,kit}/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.includes('.test.') && !file.startsWith('src/kit/pages/'))
    .toSorted();

/** Every place of the server, read from its sources. */
export const findPlaces = (): Place[] =>
  serverFiles().flatMap((file) => placesOf(file, readFileSync(join(ROOT, file), 'utf8')));

/** The places of one file. */
export function placesOf(file: string, source: string): Place[] {
  const { program } = parseSync(file, source);
  const named = functionsByName(program as unknown as Node);
  const found = new Map<number, Place>();
  const names = new Map<string, number>();

  const add = (label: string, place: Omit<Place, 'name' | 'file'>) => {
    // One function may listen to several events.
    if (found.has(place.start)) return;
    const nr = (names.get(label) ?? 0) + 1;
    names.set(label, nr);
    found.set(place.start, { name: `${file}: ${label}${nr > 1 ? ` ${nr}` : ''}`, file, ...place });
  };
  const addFunction = (label: string, given: Node | undefined): void => {
    if (!given) return;
    // What guards a listener is given the listener.
    if (given.type === 'CallExpression')
      return (given.arguments as Node[]).forEach((one) => addFunction(label, one));
    const work = given.type === 'Identifier' ? named.get(String(given.name)) : given;
    if (given.type === 'Identifier' && !work && !SETTLES.test(String(given.name)))
      throw new Error(`${file}: ${label} is given ${String(given.name)}, which this file does not declare`);
    if (!work || !FUNCTIONS.has(work.type)) return;
    const body = work.body as Node;
    // It ignores what it is told.
    if (body.type === 'Identifier' && body.name === 'undefined') return;
    if (body.type !== 'BlockStatement')
      return add(label, { start: body.start, end: body.end, kind: 'expression' });
    // A function with a `try` throws inside the `try`.
    const guarded = (body.body as Node[]).find(({ type }) => type === 'TryStatement');
    const inside = guarded ? (guarded.block as Node) : body;
    add(label, { start: inside.start, end: inside.end, kind: 'block' });
  };

  walk(program as unknown as Node, (node) => {
    if (node.type === 'CallExpression') {
      const { callee } = node as unknown as { callee: Node & { property?: Node; object?: Node } };
      const given = node.arguments as Node[];
      const name = String((callee.property ?? callee).name);
      const [event] = given;
      if (callee.property && LISTENS.has(name) && given.length === 2)
        addFunction(`${name} ${String(event!.value ?? event!.name)}`, given[1]);
      else if (TIMERS.has(name)) addFunction(name, event);
      else if (name === 'from' && (callee.object as Node | undefined)?.name === 'Readable' && event)
        add('stream', { start: event.start, end: event.end, kind: 'stream' });
    }
    for (const part of partsOfJob(node)) {
      const value = part.value as Node;
      if (FUNCTIONS.has(value.type)) addFunction(nameOfKey(part), value);
      else
        add(nameOfKey(part), {
          start: value.start,
          end: value.end,
          kind: part.shorthand ? 'shorthand job' : 'job',
        });
    }
  });
  return [...found.values()];
}

/** What a job runs; an object with a name and a cron is a job, whatever its file is called. */
function partsOfJob({ type, properties }: Node): Node[] {
  if (type !== 'ObjectExpression') return [];
  const named = (properties as Node[]).filter((one) => one.type === 'Property');
  const names = new Set(named.map(nameOfKey));
  const isJob = names.has('name') && names.has('cron');
  return isJob ? named.filter((one) => JOB_PARTS.has(nameOfKey(one))) : [];
}

const nameOfKey = ({ key }: Node): string => String((key as Node).name ?? (key as Node).value);

/** The functions of a file, by the name that they are declared with. */
function functionsByName(program: Node): Map<string, Node> {
  const named = new Map<string, Node>();
  walk(program, (node) => {
    if (node.type === 'FunctionDeclaration' && node.id) named.set(String((node.id as Node).name), node);
    const init = node.init as Node | null | undefined;
    if (node.type === 'VariableDeclarator' && init && FUNCTIONS.has(init.type))
      named.set(String((node.id as Node).name), init);
  });
  return named;
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) return value.forEach((item) => walk(item, visit));
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  if (typeof node.type === 'string') visit(node);
  for (const child of Object.values(node)) walk(child, visit);
}
