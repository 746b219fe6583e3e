import type { Rows } from './requests.queries.ts';
import type { SandboxMethod } from './sandbox.queries.ts';

const AT_MOST = 1_000;

type NewMethod = NonNullable<Rows['method']>;

/**
 * Cards that were saved a moment ago, as they were: most are charged right after that, without being looked
 * up. A charge is written only where its method is still as it was looked at, and else looks it up.
 */
export function freshMethods() {
  const methods = new Map<string, SandboxMethod>();
  return {
    add: (method: NewMethod): void => {
      methods.set(method.token, { ...EMPTY, ...method });
      if (methods.size > AT_MOST) methods.delete(methods.keys().next().value!);
    },
    /** Once: after its charge it is another one. */
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
