import { appendFileSync } from 'node:fs';

/** What `npm run contract:stripe` is told by the suites that it runs. */
export type ContractNote =
  /** an account that was closed: what it answered and what did not fit in its requests and answers */
  | { kind: 'account'; isPortal: boolean; requests: number; operations: string[]; misfits: string[] }
  /** the adapter: which methods it has, and one that was called */
  | { kind: 'methods'; names: string[] }
  | { kind: 'called'; name: string };

/** Written down where the command asks for it, and nowhere else. */
export function noteForContract(note: ContractNote): void {
  const file = process.env['STRIPE_CONTRACT'];
  if (file) appendFileSync(file, `${JSON.stringify(note)}\n`);
}

/** The same adapter, each method of which is noted when it is called first. */
export function notingCalls<G extends object>(gateway: G): G {
  const methods = Object.entries(gateway).filter(([, member]) => typeof member === 'function');
  noteForContract({ kind: 'methods', names: methods.map(([name]) => name) });
  const noted = new Set<string>();
  return new Proxy(gateway, {
    get(target, name, receiver) {
      if (typeof name === 'string' && !noted.has(name)) noteForContract({ kind: 'called', name });
      if (typeof name === 'string') noted.add(name);
      return Reflect.get(target, name, receiver);
    },
  });
}
