import { useEffect } from 'react';
import type { FieldValues, Resolver } from 'react-hook-form';

type Rules<I extends FieldValues, O> = Resolver<I, unknown, O>;
type LateResolver<I extends FieldValues, O> = Rules<I, O> & { load: () => Promise<unknown> };

/**
 * The rules of a form on a fast page: loaded after the page, but before any submit. If loading fails the form
 * is sent unchecked, because the server has the same rules.
 */
export function lateResolver<I extends FieldValues, O>(load: () => Promise<Rules<I, O>>): LateResolver<I, O> {
  let rules: Promise<Rules<I, O> | undefined> | undefined;
  const loadOnce = () =>
    (rules ??= load().catch(() => {
      rules = undefined;
      return undefined;
    }));
  const resolve: Rules<I, O> = async (values, context, options) => {
    const check = await loadOnce();
    return check ? check(values, context, options) : { values: values as never, errors: {} };
  };
  return Object.assign(resolve, { load: loadOnce });
}

// Time for the content of the page; Safari has no idle callback.
const WAITS_MS = 500;

export function useRulesWhenIdle(...resolvers: { load: () => Promise<unknown> }[]): void {
  useEffect(() => {
    const load = () => resolvers.forEach((one) => void one.load());
    const timer = window.setTimeout(() => {
      if ('requestIdleCallback' in window) window.requestIdleCallback(load);
      else load();
    }, WAITS_MS);
    return () => window.clearTimeout(timer);
    // The forms of one page never change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
