import type { Rows } from './requests.queries.ts';
import type { SandboxMethod } from './sandbox.queries.ts';

const AT_MOST = 1_000;

type NewMethod = NonNullable<Rows['method']>;

/** Most cards are charged right after the save: no look-up is needed unless the method has changed. */
export function freshMethods() {
  const methods = new Map<string, SandboxMethod>();
  return {
    add: (method: NewMethod): void => {
      methods.set(method.token, { ...EMPTY, ...method });
      if (methods.size > AT_MOST) methods.delete(methods.keys().next().value!);
    },
    /** A charge changes the row. */
    take: (token: string): SandboxMethod | undefined => {
      const method = methods.get(token);
      methods.delete(token);
      return method;
    },
  };
}

export type FreshMethods = ReturnType<typeof freshMethods>;

const EMPTY = {
  funding: null,
  exp_month: null,
  exp_year: null,
  deposits_on: null,
  verifies_on: null,
  fails_on: null,
  forgotten_at: null,
};
