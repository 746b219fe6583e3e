/**
 * States a condition. A failure is an error of the programmer, answered by a 500 without details.
 * @throws Error with `message` when `condition` is false
 */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`);
}
