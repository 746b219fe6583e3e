import { useEffect } from 'react';
import type { FieldValues, Resolver } from 'react-hook-form';

type Rules<I extends FieldValues, O> = Resolver<I, unknown, O>;
type LateResolver<I extends FieldValues, O> = Rules<I, O> & { load: () => Promise<unknown> };

/**
 * The rules of a form on a page that should be there at once: they come after it, and no submit goes past
 * them. Where they cannot be loaded the form is sent as it was typed, as the server has the same rules and
 * says at which field it finds something.
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

// Until what the page shows is here; Safari has no idle callback.
const WAITS_MS = 500;

/** Fetches the rules of a form once its page has nothing else to do. */
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
