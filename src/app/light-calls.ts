/*
 * What the browser needs of a declared call is its name, its method and its path. The declaration brings the
 * shapes of everything that is sent and answered along, and with them Zod, which a page that reads three
 * lists can do without: the server checks. So the build takes calls, and constants that stand beside them,
 * from a short copy of each contract; a page that imports a shape still gets the contract itself.
 */

const IMPORT = /import \{([^}]*)\} from '(#modules\/[^']+\.contract\.ts)';/g;

/** The query that marks the short copy of a contract. */
export const LIGHT = '?calls';

type Call = { name: string; method: string; path: string };

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'guard' in value && 'method' in value;
}

function isData(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isData);
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).every(isData);
}

/** What of a contract goes into its short copy, by name, as JavaScript. */
export function lightExports(contract: Record<string, unknown>): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(contract)) {
    if (isCall(value)) {
      const { name: call, method, path } = value;
      texts.set(name, JSON.stringify({ name: call, method, path }));
    } else if (isData(value)) texts.set(name, JSON.stringify(value));
  }
  return texts;
}

/** The short copy itself. */
export function lightModule(contract: Record<string, unknown>): string {
  return [...lightExports(contract)].map(([name, text]) => `export const ${name} = ${text};`).join('\n');
}

type IsLight = (contract: string, name: string) => boolean;

function importLine(names: readonly string[], from: string): string {
  return names.length > 0 ? `import { ${names.join(', ')} } from '${from}';` : '';
}

/**
 * A file's text with its imports of contracts divided: what is in the short copy comes from there.
 * @returns the text as it was when it imports nothing of the kind
 */
export function divideImports(text: string, isLight: IsLight): string {
  return text.replaceAll(IMPORT, (line, list: string, from: string) => {
    const names = list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '));
    const light = names.filter((name) => isLight(from, name.split(' ')[0] ?? ''));
    if (light.length === 0) return line;
    const rest = names.filter((name) => !light.includes(name));
    return importLine(light, from + LIGHT) + importLine(rest, from);
  });
}
