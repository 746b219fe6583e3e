import { withoutHiddenEdges } from './hidden-marks.ts';

const LOCAL_PART_MAX = 64;
const DOMAIN_MAX = 254;

// The characters and labels of an address in the HTML standard; mail goes to no domain without a full stop.
const OF_LOCAL_PART = /^[\w.!#$%&'*+/=?^`{|}~-]+$/;
const OF_DOMAIN = /^[a-z\d-]{1,63}(\.[a-z\d-]{1,63})+$/i;
const EDGE_OF_LABEL = /(^|\.)-|-(\.|$)/;

const partsOf = (text: string) => {
  const at = text.lastIndexOf('@');
  return { local: text.slice(0, Math.max(at, 0)), domain: text.slice(at + 1) };
};

export function isEmailAddress(text: string): boolean {
  const { local, domain } = partsOf(text);
  return (
    local.length <= LOCAL_PART_MAX &&
    domain.length <= DOMAIN_MAX &&
    OF_LOCAL_PART.test(local) &&
    OF_DOMAIN.test(domain) &&
    !EDGE_OF_LABEL.test(domain)
  );
}

/**
 * The address in a copied or dictated text: without invisible characters and full stops at the edges, in
 * small letters (MD15).
 */
export const formatEmail = (typed: string): string => withoutHiddenEdges(typed, '.').toLowerCase();

/** @returns the first character that no address has at its place; undefined if the shape is wrong */
export function strayCharacterIn(text: string): string | undefined {
  const { local, domain } = partsOf(text);
  const stray = (part: string, allowed: RegExp) => [...part].find((sign) => !allowed.test(sign));
  return stray(local.replaceAll('@', ''), OF_LOCAL_PART) ?? stray(domain, /[a-z\d.-]/i);
}
