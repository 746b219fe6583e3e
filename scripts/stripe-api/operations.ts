import { readFileSync } from 'node:fs';
import { parseSync, type ESTree, Visitor } from 'vite';

/** What a method of the SDK sends and what it promises, as its types and its code say. */
export type Operation = {
  verb: string;
  /** as OpenAPI writes it: /v1/refunds/{id} */
  path: string;
  params: ESTree.TSTypeReference | null;
  answer: ESTree.TSType;
  isList: boolean;
};

/** @throws Error when the resource has no such method */
export function readOperation(resource: { types: string; code: string }, method: string): Operation {
  const signature = signatureOf(resource.types, method);
  const { verb, path } = requestOf(resource.code, method);
  const params = signature.params
    .map((one) => ('typeAnnotation' in one ? one.typeAnnotation?.typeAnnotation : null))
    .find((type) => type?.type === 'TSTypeReference' && nameOf(type).endsWith('Params'));
  const promise = signature.returnType!.typeAnnotation as ESTree.TSTypeReference;
  const promised = promise.typeArguments!.params[0]!;
  const isList = nameOf(promise) === 'ApiListPromise';
  // Promise<Response<Refund>> or ApiListPromise<Refund>.
  const answer = isList ? promised : (promised as ESTree.TSTypeReference).typeArguments!.params[0]!;
  return { verb, path, params: (params as ESTree.TSTypeReference) ?? null, answer, isList };
}

/** The last of a method's declarations takes all its parameters. */
function signatureOf(file: string, method: string): ESTree.Function {
  const found: ESTree.Function[] = [];
  const visit = (node: ESTree.MethodDefinition) => {
    if (isNamed(node, method)) found.push(node.value);
  };
  new Visitor({ MethodDefinition: visit }).visit(programOf(file));
  const last = found.at(-1);
  if (!last) throw new Error(`${file} declares no ${method}`);
  return last;
}

/** Reads `this._makeRequest('POST', `/v1/refunds/${encodeURIComponent(id)}/cancel`, …)`. */
function requestOf(file: string, method: string): { verb: string; path: string } {
  const found: { verb: string; path: string }[] = [];
  let isInside = false;
  new Visitor({
    MethodDefinition: (node) => void (isInside = isNamed(node, method)),
    CallExpression: ({ callee, arguments: [verb, path] }) => {
      const isRequest =
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        callee.property.name === '_makeRequest';
      if (!isInside || !isRequest || verb?.type !== 'Literal') return;
      found.push({ verb: String(verb.value).toLowerCase(), path: pathOf(path as ESTree.Expression) });
    },
  }).visit(programOf(file));
  const [first] = found;
  if (!first) throw new Error(`${file} sends nothing for ${method}`);
  return first;
}

function pathOf(node: ESTree.Expression): string {
  if (node.type === 'Literal') return String(node.value);
  if (node.type !== 'TemplateLiteral') throw new Error(`a path is no ${node.type}`);
  return node.quasis
    .map(({ value }, at) => {
      const call = node.expressions[at] as ESTree.CallExpression | undefined;
      const name = (call?.arguments[0] as ESTree.IdentifierReference | undefined)?.name;
      return `${value.cooked}${name ? `{${name}}` : ''}`;
    })
    .join('');
}

const isNamed = ({ key }: { key: ESTree.Node }, method: string): boolean =>
  key.type === 'Identifier' && key.name === method;

const nameOf = ({ typeName }: ESTree.TSTypeReference): string =>
  typeName.type === 'Identifier' ? typeName.name : '';

function programOf(file: string): ESTree.Program {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  return program;
}
