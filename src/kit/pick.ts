export function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}

export function omit<T extends object, K extends keyof T>(from: T, names: readonly K[]): Omit<T, K> {
  const left: readonly PropertyKey[] = names;
  return Object.fromEntries(Object.entries(from).filter(([name]) => !left.includes(name))) as Omit<T, K>;
}
