// The first three digits of the ZIP codes of each state, as assigned by the Postal Service.
const PREFIXES: Readonly<Record<string, string>> = {
  AL: '350-352 354-369',
  AK: '995-999',
  AZ: '850-853 855-857 859-860 863-865',
  AR: '716-729',
  CA: '900-908 910-928 930-961',
  CO: '800-816',
  CT: '060-069',
  DC: '200 202-205 569',
  DE: '197-199',
  FL: '320-339 341-342 344 346-347 349',
  GA: '300-319 398-399',
  GU: '969',
  HI: '967-968',
  ID: '832-838',
  IL: '600-620 622-629',
  IN: '460-479',
  IA: '500-516 520-528',
  KS: '660-662 664-679',
  KY: '400-418 420-427',
  LA: '700-701 703-708 710-714',
  ME: '039-049',
  MD: '206-212 214-219',
  MA: '010-027 055',
  MI: '480-499',
  MN: '550-551 553-567',
  MS: '386-397',
  MO: '630-631 633-641 644-658',
  MT: '590-599',
  NE: '680-681 683-693',
  NV: '889-891 893-895 897-898',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-871 873-875 877-884',
  NY: '005 100-149',
  NC: '270-289',
  ND: '580-588',
  OH: '430-459',
  OK: '730-731 734-741 743-749',
  OR: '970-979',
  PA: '150-196',
  PR: '006-007 009',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385',
  TX: '733 750-770 772-799 885',
  UT: '840-847',
  VA: '201 220-246',
  VI: '008',
  VT: '050-054 056-059',
  WA: '980-986 988-994',
  WV: '247-268',
  WI: '530-532 534-535 537-549',
  WY: '820-831',
};

const numbersOf = (range: string): number[] => {
  const [first, last = first] = range.split('-').map(Number) as [number, number?];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
};

const STATES = new Map(
  Object.entries(PREFIXES).flatMap(([state, ranges]) =>
    ranges.split(' ').flatMap((range) => numbersOf(range).map((prefix) => [prefix, state] as const)),
  ),
);

// Addresses of the armed forces.
const MILITARY = new Set(['090-099', '340', '962-966'].flatMap(numbersOf));

const ZIP = /^(\d{3})\d{2}(-?\d{4})?$/;

/**
 * The state of a US ZIP code; null for an invalid ZIP code and for military addresses. A few ZIP codes at a
 * border belong to the neighbor of their prefix (06390 is in New York).
 */
export function stateOfZip(zip: string): string | null {
  const prefix = ZIP.exec(zip.trim())?.[1];
  return prefix === undefined ? null : (STATES.get(Number(prefix)) ?? null);
}

/** Whether a US place, or an address of the armed forces, has these first three digits (MD13). */
export function isZipPlace(zip: string): boolean {
  const prefix = Number(ZIP.exec(zip.trim())?.[1]);
  return STATES.has(prefix) || MILITARY.has(prefix);
}
