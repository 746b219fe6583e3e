import { isTopLevelDomain } from './top-level-domains.ts';

// Words written short before a name: `St.John`, `Ma.De los Angeles`, `van.de Berg`.
const SHORTENED = new Set(
  (
    'st ste sta sto mt dr dra mr mrs ms mx sr sra srta jr prof rev fr hon capt lt col sgt md mhd mohd muh ' +
    'ma mª mc mac fco fca jn ph wm chas geo jos jas thos benj van von vom zu zum ten ter den der de del ' +
    'della delle di da dal das do dos du des la las le les lo los el al ul bin bint ibn abu abd ould ap nic'
  ).split(' '),
);

// Endings that are no part of a name, even behind an initial: `J.De Vries` and `R.Co` are names, not `x.com`.
const NO_NAME = new Set(
  'com net org edu gov info biz app dev xyz site online shop store top link click live'.split(' '),
);

const isShort = (word: string) => /^\p{L}\p{M}*$/u.test(word) || SHORTENED.has(word);

// Begins at the start of a word alone, so that a long word is read once.
const DOTTED = /(?<![\p{L}\p{M}\p{N}-])[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+(?<rest>[/:?#]\S)?/gu;

function isAddress(dotted: string, rest: string | undefined): boolean {
  const words = dotted.split('.');
  const ending = words.pop()!;
  if (!isTopLevelDomain(ending) && !ending.startsWith('xn--')) return false;
  return rest !== undefined || NO_NAME.has(ending) || !words.every(isShort);
}

/**
 * Whether a mail program makes a link of a part of the text: a scheme, `www.`, or words with full stops
 * between, the last of which is a top-level domain. Initials and short forms before a name are no address.
 * Source: MH16, MD14
 */
export function holdsWebAddress(text: string): boolean {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('。', '.');
  if (plain.includes('://') || /(?<![\p{L}\p{N}])www\./u.test(plain)) return true;
  return [...plain.matchAll(DOTTED)].some(({ 0: found, groups }) => {
    const rest = groups?.rest;
    return isAddress(rest ? found.slice(0, -rest.length) : found, rest);
  });
}
