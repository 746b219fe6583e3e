/**
 * The order of rows when a later season file names some of them, or new ones: what is known keeps its places,
 * the known ones that the file names take theirs in the order of the file, and each new one follows the row
 * that stands before it in the file, or comes last.
 * @param known  the names in the order in which they stand now
 * @param named  the names in the order of the file
 */
export function mergedOrder(known: readonly string[], named: readonly string[]): string[] {
  const knownNamed = named.filter((name) => known.includes(name));
  const merged = known.map((name) => (knownNamed.includes(name) ? undefined : name));
  let next = 0;
  const order = merged.map((name) => name ?? knownNamed[next++]!);
  for (const [at, name] of named.entries()) {
    if (known.includes(name)) continue;
    const before = named[at - 1];
    order.splice(before === undefined ? order.length : order.indexOf(before) + 1, 0, name);
  }
  return order;
}
