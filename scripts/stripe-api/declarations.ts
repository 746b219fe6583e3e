import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, type ESTree } from 'vite';

/** An interface or a type alias, with the place in which its own names are looked up. */
export type Declaration = {
  /** with its namespaces: `Charge.Outcome` */
  name: string;
  file: string;
  node: ESTree.TSInterfaceDeclaration | ESTree.TSTypeAliasDeclaration;
  scope: Scope;
};

/** Where a type is written. */
export type Place = Pick<Declaration, 'name' | 'scope'>;

/** A file, or a namespace in one: what is declared there, and where else a name may come from. */
type Scope = {
  name: string;
  outer: Scope | null;
  types: Map<string, Declaration>;
  namespaces: Map<string, Scope>;
  /** the path is empty where the name stands for all that the file exports */
  imports: Map<string, { file: string; path: string[] }>;
};

/** Finds types by name in the type files of a package, each of which is read once. */
export class Declarations {
  private readonly files = new Map<string, Scope>();
  private readonly comments = new Map<string, ReadonlyMap<number, string>>();

  /** What Stripe writes above a property of a type; an empty text where there is nothing. */
  commentAbove({ file }: Pick<Declaration, 'file'>, { start }: { start: number }): string {
    return this.comments.get(file)?.get(start) ?? '';
  }

  /** Where the types that a file declares and imports are known. */
  rootOf(file: string): Place {
    return { name: '', scope: this.scopeOf(file) };
  }

  /** @throws Error when the name, `Charge` or `Charge.Outcome`, is known neither here nor further out */
  find(path: readonly string[], from: Scope): Declaration {
    for (let scope: Scope | null = from; scope; scope = scope.outer) {
      const found = this.below(path, scope);
      if (found) return found;
    }
    throw new Error(`${path.join('.')} is known nowhere in ${from.name || 'its file'}`);
  }

  private below(path: readonly string[], scope: Scope): Declaration | undefined {
    const [first = '', ...rest] = path;
    const imported = scope.imports.get(first);
    if (imported) return this.below([...imported.path, ...rest], this.scopeOf(imported.file));
    if (rest.length === 0) return scope.types.get(first);
    const inner = scope.namespaces.get(first);
    return inner && this.below(rest, inner);
  }

  private scopeOf(file: string): Scope {
    const known = this.files.get(file);
    if (known) return known;
    const text = readFileSync(file, 'utf8');
    const { program, comments, errors } = parseSync(file, text);
    if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
    const followers = comments.map(({ value, end }) => [end + blanksAfter(text, end), value] as const);
    this.comments.set(file, new Map(followers));
    const scope = emptyScope('', null);
    this.files.set(file, scope);
    for (const statement of program.body) readStatement(statement, scope, file);
    return scope;
  }
}

const blanksAfter = (text: string, end: number): number => /^\s*/.exec(text.slice(end, end + 200))![0].length;

function readStatement(statement: ESTree.Node, scope: Scope, file: string): void {
  if (statement.type === 'ExportNamedDeclaration') {
    if (statement.declaration) readStatement(statement.declaration, scope, file);
    readImport(statement, scope, file);
  } else if (statement.type === 'ImportDeclaration') {
    readImport(statement, scope, file);
  } else if (statement.type === 'TSInterfaceDeclaration' || statement.type === 'TSTypeAliasDeclaration') {
    const { name } = statement.id;
    scope.types.set(name, { name: within(scope, name), file, node: statement, scope });
  } else if (statement.type === 'TSModuleDeclaration' && statement.id.type === 'Identifier') {
    const { name } = statement.id;
    const inner = scope.namespaces.get(name) ?? emptyScope(within(scope, name), scope);
    scope.namespaces.set(name, inner);
    for (const one of statement.body?.body ?? []) readStatement(one, inner, file);
  }
}

function readImport(
  { source, specifiers }: ESTree.ImportDeclaration | ESTree.ExportNamedDeclaration,
  scope: Scope,
  file: string,
): void {
  if (!source) return;
  const from = join(dirname(file), source.value.replace(/\.js$/, '.d.ts'));
  for (const one of specifiers) {
    if (one.type === 'ImportDefaultSpecifier') continue;
    const outside = one.type === 'ImportSpecifier' ? one.imported : undefined;
    const passedOn = one.type === 'ExportSpecifier' ? one.local : outside;
    const local = one.type === 'ExportSpecifier' ? one.exported : one.local;
    const path = passedOn?.type === 'Identifier' ? [passedOn.name] : [];
    if (local.type === 'Identifier') scope.imports.set(local.name, { file: from, path });
  }
}

const within = ({ name: outer }: Scope, name: string) => (outer ? `${outer}.${name}` : name);

const emptyScope = (name: string, outer: Scope | null): Scope => ({
  name,
  outer,
  types: new Map(),
  namespaces: new Map(),
  imports: new Map(),
});
