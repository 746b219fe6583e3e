/**
 * Merges the order of known rows with the order of a later season file: rows outside the file keep the
 * places, known rows of the file take the remaining places in file order, and each new row follows the
 * preceding row of the file, or comes last.
 * @param known the names in the present order
 * @param named the names in the order of the file
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
