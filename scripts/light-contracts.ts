import type { Plugin } from 'vite';

/*
 * The browser needs the name, the method and the path of a declared call, and whether its answer has items.
 * The declaration brings the shapes of everything sent and answered along, and with the shapes Zod, which a
 * page of three lists can do without: the server checks. So the build gives pages a short copy of each
 * contract: calls without shapes, lists with the kinds of their filters, and the constants beside the
 * calls. Shapes that forms check stand in files of their own (`.shapes.ts`).
 */

/** `kinds`: the filters of a list as plain data */
type Call = { name: string; method: string; path: string; item: unknown; kinds?: object };

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'guard' in value && 'method' in value;
}

function isData(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isData);
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).every(isData);
}

const shortCallOf = ({ name, method, path, item, kinds }: Call) => ({
  name,
  method,
  path,
  ...(item === 'none' && { item }),
  ...(kinds && { kinds }),
});

/** The short copy as JavaScript. */
export function shortCopyOf(contract: Record<string, unknown>): string {
  return Object.entries(contract)
    .flatMap(([name, value]) => {
      if (!isCall(value) && !isData(value)) return [];
      const short = isCall(value) ? shortCallOf(value) : value;
      return [`export const ${name} = ${JSON.stringify(short)};`];
    })
    .join('\n');
}

const CONTRACT = /^#modules\/.+\.contract\.ts$/;
const SHORT = '\0short:';

export const lightContracts: Plugin = {
  name: 'light-contracts',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (source) => (CONTRACT.test(source) ? SHORT + source : undefined),
  async load(name) {
    if (!name.startsWith(SHORT)) return undefined;
    const file = new URL(name.slice(SHORT.length).replace(/^#/, '../src/'), import.meta.url);
    return shortCopyOf((await import(file.href)) as Record<string, unknown>);
  },
};
