import { basename, dirname } from 'node:path';
import type { ESTree } from 'vite';
import type { Declaration, Declarations, Place } from './declarations.ts';

/** A JSON schema; of the dialect only what the types need. */
export type Schema = { [keyword: string]: unknown };

/** Where a type stands decides what is cut: `x-cut` marks what is not described further. */
export type Side = 'request' | 'answer';

const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const listOf = (items: Schema): Schema => ({
  type: 'object',
  properties: {
    object: { type: 'string', enum: ['list'] },
    data: { type: 'array', items },
    has_more: { type: 'boolean' },
    url: { type: 'string' },
  },
  required: ['object', 'data', 'has_more', 'url'],
  additionalProperties: false,
});

// The rows of the types that say what belongs to one way of paying among fifty, and the ways that we offer.
const BY_METHOD = /(^PaymentMethod|\.PaymentMethodDetails|\.PaymentMethodOptions|\.NextAction)$/;
const METHOD_DATA = /\.(PaymentMethodData|PaymentMethodOptions)$/;
const OURS = new Set([
  'card',
  'us_bank_account',
  'link',
  'billing_details',
  'radar_options',
  'redirect_to_url',
  'use_stripe_sdk',
  'verify_with_microdeposits',
]);

const BASIC: Readonly<Record<string, Schema>> = {
  TSStringKeyword: { type: 'string' },
  TSNumberKeyword: { type: 'number' },
  TSBooleanKeyword: { type: 'boolean' },
  TSNullKeyword: { type: 'null' },
  TSUnknownKeyword: {},
  TSAnyKeyword: {},
  // `deleted?: void` says that the field is never there.
  TSVoidKeyword: { not: {} },
};

/** Makes schemas of the types that a package of Stripe's declares, each named type once. */
export class Schemas {
  readonly made = new Map<string, Schema>();
  private readonly files = new Map<string, string>();
  private readonly declarations: Declarations;
  private readonly keptFiles: ReadonlySet<string>;

  /** @param keptFiles  the answers that are described; of other objects only id and kind are */
  constructor(declarations: Declarations, keptFiles: ReadonlySet<string>) {
    this.declarations = declarations;
    this.keptFiles = keptFiles;
  }

  ofType(type: ESTree.TSType, at: Place, side: Side): Schema {
    const basic = BASIC[type.type];
    if (basic) return basic;
    if (type.type === 'TSUnionType') return this.ofUnion(type.types, at, side);
    if (type.type === 'TSLiteralType') return ofLiteral(type.literal);
    if (type.type === 'TSTypeLiteral') return this.ofIndex(type.members, at, side);
    if (type.type === 'TSTypeReference') return this.ofReference(type, at, side);
    throw new Error(`${at.name}: ${type.type} has no schema`);
  }

  private ofUnion(types: readonly ESTree.TSType[], at: Place, side: Side): Schema {
    // An open list of words is `'a' | 'b' | OtherString`; we hold to the words that are known.
    const closed = types.filter((one) => !isReferenceTo(one, 'OtherString'));
    const all = closed.map((one) => this.ofType(one, at, side));
    const words = all.flatMap(({ type, enum: some }) =>
      type === 'string' && some ? (some as string[]) : [],
    );
    const others = all.filter(({ type, enum: some }) => type !== 'string' || !some);
    // A number in a free text, as in metadata, arrives as a text.
    const isFree = side === 'request' && others.some(({ type }) => type === 'string');
    const told = isFree ? others.filter(({ type }) => type !== 'number') : others;
    const parts = [...(words.length > 0 ? [{ type: 'string', enum: words }] : []), ...told];
    return parts.length === 1 ? parts[0]! : { anyOf: parts };
  }

  private ofReference(type: ESTree.TSTypeReference, at: Place, side: Side): Schema {
    const path = pathOf(type.typeName);
    const argument = type.typeArguments?.params[0];
    const [name = ''] = path;
    if (name === 'Array') return { type: 'array', items: this.ofType(argument!, at, side) };
    if (name === 'ApiList') return listOf(this.ofType(argument!, at, side));
    if (name === 'Decimal') return { type: 'string' };
    if (name === 'Emptyable') {
      const inner = this.ofType(argument!, at, side);
      return { anyOf: [{ type: 'string', enum: [''] }, { type: 'null' }, inner] };
    }
    // Every event is described by its base: what it is about is held against its own schema.
    const found = this.declarations.find(
      name === 'Event' && path.length === 1 ? ['EventBase'] : path,
      at.scope,
    );
    if (side === 'answer' && !this.isKept(found)) return this.stubOf(found);
    if (found.node.type === 'TSTypeAliasDeclaration')
      return this.ofType(found.node.typeAnnotation, found, side);
    return this.ofInterface(found, side);
  }

  private ofInterface(found: Declaration, side: Side): Schema {
    const { name, file } = found;
    if (/^Event\.Data\.(Object|PreviousAttributes)$/.test(name)) return { type: 'object' };
    const members = (found.node as ESTree.TSInterfaceDeclaration).body.body;
    if (members.some((one) => one.type === 'TSIndexSignature')) return this.ofIndex(members, found, side);
    const named = this.files.get(name);
    if (named && named !== file) throw new Error(`${name} is declared in ${named} and in ${file}`);
    if (!named) {
      this.files.set(name, file);
      this.made.set(name, this.ofMembers(found, side));
    }
    return refTo(name);
  }

  private ofMembers(found: Declaration, side: Side): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const { member, at } of this.membersOf(found)) {
      const key =
        member.key.type === 'Identifier' ? member.key.name : (member.key as ESTree.StringLiteral).value;
      const type = member.typeAnnotation!.typeAnnotation;
      if (side === 'request' && METHOD_DATA.test(found.name) && !OURS.has(key) && isOfAMethod(type, found))
        continue;
      const isCut =
        side === 'answer' && BY_METHOD.test(found.name) && !OURS.has(key) && isOfAMethod(type, found);
      properties[key] = isCut
        ? { type: ['object', 'null'], 'x-cut': true }
        : this.withWords(this.ofType(type, at, side), { member, file: found.file, side });
      if (!member.optional) required.push(key);
    }
    return {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    };
  }

  /** Some lists of words stand only in the comment above a field: they are kept beside its type. */
  private withWords(
    schema: Schema,
    { member, file, side }: { member: ESTree.TSPropertySignature; file: string; side: Side },
  ): Schema {
    if (side !== 'answer' || !isFreeText(schema)) return schema;
    const words = wordsIn(this.declarations.commentAbove({ file }, member));
    return words.length > 0 ? { ...schema, 'x-words': words } : schema;
  }

  private membersOf(found: Declaration): { member: ESTree.TSPropertySignature; at: Place }[] {
    const node = found.node as ESTree.TSInterfaceDeclaration;
    const inherited = node.extends.flatMap(({ expression }) => {
      if (expression.type !== 'Identifier') throw new Error(`${found.name} extends what has no name`);
      return this.membersOf(this.declarations.find([expression.name], found.scope));
    });
    const own = node.body.body.filter((one) => one.type === 'TSPropertySignature');
    return [...inherited, ...own.map((member) => ({ member, at: found }))];
  }

  private ofIndex(members: readonly ESTree.TSSignature[], at: Place, side: Side): Schema {
    const [only] = members;
    if (members.length !== 1 || only?.type !== 'TSIndexSignature')
      throw new Error(`${at.name} has a shape that is no map`);
    return {
      type: 'object',
      additionalProperties: this.ofType(only.typeAnnotation.typeAnnotation, at, side),
    };
  }

  private isKept({ file }: Declaration): boolean {
    return this.keptFiles.has(file);
  }

  /** An object that never reaches us keeps its id and its kind. */
  private stubOf(found: Declaration): Schema {
    if (found.node.type === 'TSTypeAliasDeclaration')
      return this.ofType(found.node.typeAnnotation, found, 'answer');
    const kind = this.membersOf(found).find(
      ({ member }) => (member.key as { name?: string }).name === 'object',
    );
    if (!kind) return this.ofInterface(found, 'answer');
    const object = this.ofType(kind.member.typeAnnotation!.typeAnnotation, kind.at, 'answer');
    const properties = { id: { type: 'string' }, object };
    const folder = basename(dirname(found.file));
    const name = folder === 'resources' ? found.name : `${folder}.${found.name}`;
    this.made.set(name, { type: 'object', properties, required: ['id', 'object'], 'x-cut': true });
    return refTo(name);
  }
}

const isFreeText = ({ type, enum: some, anyOf }: Schema): boolean =>
  Array.isArray(anyOf) ? anyOf.every(isFreeTextOrNull) : type === 'string' && !some;

const isFreeTextOrNull = (one: Schema): boolean => one.type === 'null' || isFreeText(one);

/** @returns the words of the first list in a text, as `paid`, `pending` or `failed` */
function wordsIn(text: string): string[] {
  const list = /(?:`\w+`,? (?:or |and )?)+`\w+`/.exec(text)?.[0] ?? '';
  return [...list.matchAll(/`(\w+)`/g)].map(([, word]) => word!).toSorted();
}

function ofLiteral(literal: ESTree.TSLiteral): Schema {
  if (literal.type !== 'Literal') throw new Error(`a ${literal.type} has no schema`);
  return typeof literal.value === 'string'
    ? { type: 'string', enum: [literal.value] }
    : { type: typeof literal.value, enum: [literal.value] };
}

/** Whether a type is, or may be null besides, an object declared within the one that has the property. */
function isOfAMethod(type: ESTree.TSType, { name }: Pick<Place, 'name'>): boolean {
  if (type.type === 'TSUnionType') return type.types.some((one) => isOfAMethod(one, { name }));
  if (type.type !== 'TSTypeReference') return false;
  const path = pathOf(type.typeName);
  if (path[0] === 'Emptyable') return isOfAMethod(type.typeArguments!.params[0]!, { name });
  // The types of one way of paying are named like it, those of the object itself end with its own fields.
  return (
    path.length > 1 && path.at(-2) === name.split('.').at(-1) && !/^(Type|AllowRedisplay)$/.test(path.at(-1)!)
  );
}

const isReferenceTo = (type: ESTree.TSType, name: string): boolean =>
  type.type === 'TSTypeReference' && pathOf(type.typeName).join('.') === name;

function pathOf(name: ESTree.TSTypeName): string[] {
  if (name.type === 'Identifier') return [name.name];
  if (name.type === 'TSQualifiedName') return [...pathOf(name.left), name.right.name];
  throw new Error(`${name.type} is no name of a type`);
}
