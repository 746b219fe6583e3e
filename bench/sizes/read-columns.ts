type Snapshot = { tables: Record<string, { columns: Record<string, unknown> }> };

/**
 * The names of all columns of the database, each once.
 * @param snapshot  text of a drizzle-kit snapshot, the tables as a migration leaves them
 */
export function readColumns(snapshot: string): string[] {
  const { tables } = JSON.parse(snapshot) as Snapshot;
  return [...new Set(Object.values(tables).flatMap(({ columns }) => Object.keys(columns)))].toSorted();
}
