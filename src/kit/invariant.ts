/**
 * States what must hold. A failure is a programmer's error: it becomes a 500 that leaks nothing.
 * @throws Error with `message` when `condition` is false
 */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`);
}
