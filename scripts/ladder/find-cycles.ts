import type { Import } from './read-imports.ts';

/** Every circle of files that import each other, each given once from its first file on (Tarjan). */
export function findCycles(imports: Import[]): string[][] {
  const graph = new Map<string, string[]>();
  for (const { from, to, isPackage } of imports)
    if (!isPackage) graph.set(from, [...(graph.get(from) ?? []), to]);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  const visit = (file: string): number => {
    order.set(file, order.size);
    lowest.set(file, order.size - 1);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (next === file) cycles.push([file]);
      const reached = order.has(next)
        ? stack.includes(next)
          ? (order.get(next) ?? 0)
          : Infinity
        : visit(next);
      lowest.set(file, Math.min(lowest.get(file) ?? 0, reached));
    }
    if (lowest.get(file) === order.get(file)) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) cycles.push(circle.sort());
    }
    return lowest.get(file) ?? 0;
  };

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}
