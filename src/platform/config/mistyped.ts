import { distance } from 'fastest-levenshtein';
import { variables } from './variables.ts';
import type { Environment } from './variable.ts';

const KNOWN = new Set(
  Object.values(variables).flatMap(({ name, isSecret }) => (isSecret ? [name, `${name}_FILE`] : [name])),
);

/** A short name resembles too many names of other programs: HOME is no HOST. */
const SHORTEST = 8;
const LONG = 10;
/** Letters added, left out or replaced; two neighbors in the wrong order are two. */
const slipsIn = (name: string) => (name.length < LONG ? 1 : 2);

/** Settings under a wrong name, which have no effect. Names of other programs are left alone (MO12). */
export function mistypedSettings(environment: Environment): { name: string; meant: string }[] {
  return Object.keys(environment).flatMap((name) => {
    if (KNOWN.has(name)) return [];
    const meant = meantBy(name.toUpperCase());
    return meant && environment[name] ? [{ name, meant }] : [];
  });
}

function meantBy(name: string): string | undefined {
  if (name.length < SHORTEST) return undefined;
  const near = [...KNOWN].filter((known) => Math.abs(known.length - name.length) <= slipsIn(name));
  const [nearest] = near
    .map((known) => ({ known, slips: distance(name, known) }))
    .toSorted((a, b) => a.slips - b.slips);
  return nearest && nearest.slips <= slipsIn(name) ? nearest.known : undefined;
}
