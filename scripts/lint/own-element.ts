/**
 * Lint rule `texts/own-element`: a text stands alone in its element. Translators of browsers take each text
 * from the page and put elements in its place. React then fails when it inserts something before the text or
 * removes the text, and changes a text that nobody sees. In an element of one text React writes the whole
 * content anew.
 */

type Node = { type: string; parent?: Node; [property: string]: any };
type Definition = { type: string; node: Node; name: Node };
type Scope = { set: Map<string, { defs: readonly any[] }>; upper: Scope | null };
type Context = {
  sourceCode: { getScope(node: any): Scope };
  report(problem: { node: any; message: string }): void;
};

const BESIDE = 'A text beside other children needs an element of its own.';
const BLANK = 'A blank beside what comes and goes belongs into the element of a text.';
const LOOSE = 'A text in a fragment or a list needs an element of its own.';
const RETURNED =
  'A component that returns a text puts it beside the children of somebody else: return an element.';

/** Types that are elements and no texts. */
const ELEMENT_TYPES = new Set(['Elements', 'ReactElement', 'Element']);
const NO_TEXT = new Set([
  'TSBooleanKeyword',
  'TSNullKeyword',
  'TSUndefinedKeyword',
  'TSVoidKeyword',
  'TSNeverKeyword',
]);
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

export default {
  meta: { name: 'texts' },
  rules: { 'own-element': { create } },
};

function create(context: Context): Record<string, (node: any) => void> {
  const texts = new Texts(context);
  const check = (node: Node): void => {
    const children = node.children.filter(isDrawn);
    const isFragment = node.type === 'JSXFragment' || /\bFragment$/.test(nameOf(node.openingElement.name));
    const isMoving = children.some(
      (child: Node) => child.type === 'JSXExpressionContainer' && !isBlank(child),
    );
    for (const child of children) {
      if (children.length === 1 && !isFragment) {
        if (texts.isListOfTexts(child)) context.report({ node: child, message: LOOSE });
      } else if (texts.mayBeText(child))
        context.report({ node: child, message: isFragment ? LOOSE : BESIDE });
      else if (isMoving && isBlank(child)) context.report({ node: child, message: BLANK });
    }
  };
  const checkReturns = (node: Node): void => {
    if (
      !/^[A-Z]/.test(
        nameOf(node.id ?? (node.parent?.type === 'VariableDeclarator' ? node.parent.id : undefined)),
      )
    )
      return;
    for (const value of returnedBy(node))
      if (texts.mayBeText(value)) context.report({ node: value, message: RETURNED });
  };
  return {
    JSXElement: check,
    JSXFragment: check,
    FunctionDeclaration: checkReturns,
    FunctionExpression: checkReturns,
    ArrowFunctionExpression: checkReturns,
  };
}

/** What JSX draws: no comment, and no line break between two children. */
function isDrawn({ type, value, expression }: Node): boolean {
  if (type === 'JSXText') return /\S/.test(value) || !value.includes('\n');
  return type !== 'JSXExpressionContainer' || expression.type !== 'JSXEmptyExpression';
}

function isBlank({ type, value, expression }: Node): boolean {
  if (type === 'JSXText') return !/\S/.test(value);
  return (
    expression?.type === 'Literal' && typeof expression.value === 'string' && !/\S/.test(expression.value)
  );
}

function nameOf(node: Node | undefined | null): string {
  return node?.name?.name ?? node?.name ?? node?.property?.name ?? '';
}

/** The values that a function returns, not those of functions in it. */
function returnedBy(node: Node): Node[] {
  if (node.body?.type !== 'BlockStatement') return node.body ? [node.body] : [];
  const found: Node[] = [];
  const visit = (value: unknown, key: string): void => {
    if (Array.isArray(value)) return value.forEach((item) => visit(item, key));
    if (typeof value !== 'object' || value === null || key === 'parent') return;
    const statement = value as Node;
    if (typeof statement.type !== 'string' || FUNCTIONS.has(statement.type)) return;
    if (statement.type === 'ReturnStatement') {
      if (statement.argument) found.push(statement.argument);
      return;
    }
    if (
      !statement.type.endsWith('Statement') &&
      statement.type !== 'SwitchCase' &&
      statement.type !== 'CatchClause'
    )
      return;
    for (const [name, item] of Object.entries(statement)) visit(item, name);
  };
  visit(node.body, 'body');
  return found;
}

/** Says of an expression, as far as one file tells, whether it may be drawn as a text. */
class Texts {
  readonly #context: Context;
  readonly #asked = new Set<Node>();

  constructor(context: Context) {
    this.#context = context;
  }

  mayBeText(node: Node): boolean {
    switch (node.type) {
      case 'JSXText':
        return /\S/.test(node.value);
      case 'JSXExpressionContainer':
      case 'TSNonNullExpression':
      case 'ChainExpression':
      case 'ParenthesizedExpression':
        return this.mayBeText(node.expression);
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        return this.#mayTypeBeText(node.typeAnnotation);
      case 'Literal':
        return (typeof node.value === 'string' && /\S/.test(node.value)) || typeof node.value === 'number';
      case 'ConditionalExpression':
        return this.mayBeText(node.consequent) || this.mayBeText(node.alternate);
      case 'LogicalExpression':
        return this.mayBeText(node.right) || (node.operator !== '&&' && this.mayBeText(node.left));
      case 'ArrayExpression':
        return node.elements.some((item: Node | null) => item && this.mayBeText(item));
      case 'CallExpression':
        return this.#mayCallBeText(node);
      case 'Identifier':
        return node.name !== 'undefined' && this.#mayNameBeText(node);
      case 'UnaryExpression':
        return node.operator !== '!' && node.operator !== 'void';
      case 'BinaryExpression':
        return ['+', '-', '*', '/', '%', '**'].includes(node.operator);
      default:
        return !['JSXElement', 'JSXFragment', ...FUNCTIONS].includes(node.type);
    }
  }

  /** Whether a list puts its texts beside each other. */
  isListOfTexts(node: Node): boolean {
    if (node.type === 'JSXExpressionContainer') return this.isListOfTexts(node.expression);
    if (node.type === 'LogicalExpression') return this.isListOfTexts(node.right);
    if (node.type === 'ConditionalExpression')
      return this.isListOfTexts(node.consequent) || this.isListOfTexts(node.alternate);
    if (node.type === 'ArrayExpression') return this.mayBeText(node);
    return node.type === 'CallExpression' && isMap(node) && this.#mayCallBeText(node);
  }

  #mayCallBeText(node: Node): boolean {
    if (isMap(node)) return this.#mayReturnText(node.arguments.at(-1));
    if (node.callee.type !== 'Identifier') return true;
    if (node.callee.name === 'createPortal') return this.mayBeText(node.arguments[0]);
    const made = this.#definitionOf(node.callee);
    if (made?.node.type === 'FunctionDeclaration') return this.#mayReturnText(made.node);
    if (FUNCTIONS.has(made?.node.init?.type)) return this.#mayReturnText(made!.node.init);
    const type = made && this.#typeOf(made);
    return type?.type !== 'TSFunctionType' || this.#mayTypeBeText(type.returnType.typeAnnotation);
  }

  #mayReturnText(made: Node | undefined): boolean {
    if (!made || !FUNCTIONS.has(made.type)) return true;
    if (made.returnType) return this.#mayTypeBeText(made.returnType.typeAnnotation);
    return this.#once(made, () => returnedBy(made).some((value) => this.mayBeText(value)));
  }

  #mayNameBeText(node: Node): boolean {
    const made = this.#definitionOf(node);
    if (!made) return true;
    const { id, init } = made.node;
    if (made.type === 'Variable' && id?.type === 'Identifier' && !id.typeAnnotation && init)
      return this.#once(init, () => this.mayBeText(init));
    const type = this.#typeOf(made);
    return !type || this.#mayTypeBeText(type);
  }

  /** The type that is written at a name: its own, or that of the object that it is taken from. */
  #typeOf(made: Definition): Node | undefined {
    const typed = made.type === 'Variable' ? made.node.id : this.#parameterOf(made);
    const type = typed?.typeAnnotation?.typeAnnotation;
    return type && (typed.type === 'Identifier' ? type : this.#memberOf(type, keyOf(typed, made.name) ?? ''));
  }

  #parameterOf({ type, node, name }: Definition): Node | undefined {
    if (type !== 'Parameter') return undefined;
    return node.params.find(
      (each: Node) => each === name || (each.type === 'ObjectPattern' && keyOf(each, name) !== undefined),
    );
  }

  /** The type of a property, where the file declares it. */
  #memberOf(type: Node, key: string): Node | undefined {
    if (type.type === 'TSTypeLiteral' || type.type === 'TSInterfaceBody') {
      const found = (type.members ?? type.body).find((member: Node) => nameOf(member.key) === key);
      return found?.typeAnnotation?.typeAnnotation;
    }
    if (type.type === 'TSIntersectionType' || type.type === 'TSUnionType') {
      for (const part of type.types) {
        const found = this.#memberOf(part, key);
        if (found) return found;
      }
      return undefined;
    }
    const declared = this.#declaredType(type);
    return declared && this.#memberOf(declared, key);
  }

  #declaredType(type: Node): Node | undefined {
    if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return undefined;
    const made = this.#definitionOf(type.typeName)?.node;
    return made?.type === 'TSTypeAliasDeclaration' ? made.typeAnnotation : undefined;
  }

  #mayTypeBeText(type: Node): boolean {
    if (NO_TEXT.has(type.type)) return false;
    if (type.type === 'TSUnionType') return type.types.some((part: Node) => this.#mayTypeBeText(part));
    if (type.type === 'TSArrayType') return this.#mayTypeBeText(type.elementType);
    if (type.type === 'TSTypeReference') {
      if (ELEMENT_TYPES.has(type.typeName.right?.name ?? type.typeName.name)) return false;
      const declared = this.#declaredType(type);
      if (declared) return this.#once(declared, () => this.#mayTypeBeText(declared));
    }
    return true;
  }

  /** A value that is made of itself adds nothing to itself. */
  #once(node: Node, ask: () => boolean): boolean {
    if (this.#asked.has(node)) return false;
    this.#asked.add(node);
    try {
      return ask();
    } finally {
      this.#asked.delete(node);
    }
  }

  #definitionOf(node: Node): Definition | undefined {
    let scope: Scope | null = this.#context.sourceCode.getScope(node);
    for (; scope; scope = scope.upper) {
      const found = scope.set.get(node.name);
      if (found) return found.defs[0];
    }
    return undefined;
  }
}

const isMap = ({ callee }: Node): boolean =>
  callee.type === 'MemberExpression' && ['map', 'flatMap', 'from'].includes(callee.property.name);

/** Under which key a pattern takes a name. */
function keyOf(pattern: Node, name: Node): string | undefined {
  for (const { type, key, value } of pattern.properties ?? []) {
    if (type === 'RestElement') continue;
    if (value === name || value.left === name) return nameOf(key);
  }
  return undefined;
}
