import type { SourceText } from '../../scripts/ladder/source-text.ts';
import { parseSync, Visitor, type ESTree } from 'vite';

/** A function with a name: declared, a method of a class, or assigned to a constant. */
export type NamedFunction = { lines: number; parameters: number };

/** A property and the name that is its value: `user_agent: call.userAgent` is user_agent and userAgent. */
export type PropertyPair = {
  key: string;
  value: string;
  /** the value is more than a name: `call?.userAgent`, `call.userAgent!`, `userAgent as string` */
  isWrapped: boolean;
};

/** What the rows need to know of one file, read once. */
export type Code = {
  path: string;
  /** the text, each character of a comment replaced by NUL */
  uncommented: string;
  /** the words of all comments */
  comments: string;
  /** all names, those of properties too; not the words in strings */
  names: Set<string>;
  pairs: PropertyPair[];
  functions: NamedFunction[];
  exports: number;
};

/** @throws Error when the file cannot be parsed */
export function readCode({ path, text }: SourceText): Code {
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  return {
    path,
    uncommented: comments.reduce((rest, { start, end }) => withoutSpan(rest, start, end), text),
    comments: comments.map(({ value }) => value).join('\n'),
    exports: module.staticExports.flatMap(({ entries }) => entries).length,
    ...readNodes(program, text),
  };
}

function readNodes(program: ESTree.Program, text: string): Pick<Code, 'names' | 'pairs' | 'functions'> {
  const names = new Set<string>();
  const pairs: PropertyPair[] = [];
  const functions: NamedFunction[] = [];
  const note = (node: ESTree.Node | null) => {
    if (node === null || !isFunction(node) || node.body === null) return;
    const lines = text.slice(node.start, node.end).split('\n').length;
    functions.push({ lines, parameters: node.params.length });
  };
  new Visitor({
    Identifier: ({ name }) => void names.add(name),
    FunctionDeclaration: note,
    MethodDefinition: ({ value }) => note(value),
    PropertyDefinition: ({ value }) => note(value),
    VariableDeclarator: ({ init }) => note(init),
    Property: (node) => void pairs.push(...pairOf(node)),
  }).visit(program);
  return { names, pairs, functions };
}

type FunctionNode = ESTree.Function | ESTree.ArrowFunctionExpression;
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const isFunction = (node: ESTree.Node): node is FunctionNode => FUNCTIONS.includes(node.type);

type PropertyNode = { key: ESTree.Node; value: ESTree.Node; computed: boolean };

function pairOf({ key, value, computed }: PropertyNode): PropertyPair[] {
  const name = key.type === 'Literal' && typeof key.value === 'string' ? key.value : nameOf(key);
  const inner = unwrapped(value);
  const valueName = nameOf(inner);
  if (computed || name === undefined || valueName === undefined) return [];
  return [{ key: name, value: valueName, isWrapped: inner !== value && value.type !== 'AssignmentPattern' }];
}

function nameOf(node: ESTree.Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' && !node.computed
    ? node.property.name
    : undefined;
}

function unwrapped(node: ESTree.Node): ESTree.Node {
  if (node.type === 'AssignmentPattern') return node.left;
  if (
    node.type === 'ChainExpression' ||
    node.type === 'TSNonNullExpression' ||
    node.type === 'TSAsExpression'
  )
    return unwrapped(node.expression);
  return node;
}

function withoutSpan(text: string, start: number, end: number): string {
  const blank = text.slice(start, end).replace(/[^\n]/g, '\0');
  return text.slice(0, start) + blank + text.slice(end);
}
