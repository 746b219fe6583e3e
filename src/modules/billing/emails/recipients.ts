type Readers = { reader: { email: string }; guardians: { first: string | null; second: string | null } };

/** The signer and both guardians of the child, each once (M7). */
export function recipientsOf({ reader, guardians }: Readers): string[] {
  const all = [reader.email, guardians.first, guardians.second].filter(
    (address): address is string => !!address,
  );
  return all.filter(
    (address, at) => all.findIndex((other) => other.toLowerCase() === address.toLowerCase()) === at,
  );
}
