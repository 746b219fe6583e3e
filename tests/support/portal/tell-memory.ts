/**
 * Loaded before the portal with `--expose-gc --import`: on SIGUSR2 it collects garbage and writes the
 * memory still held, in bytes: objects, and buffers outside of the heap.
 */
process.on('SIGUSR2', () => {
  for (let round = 0; round < 3; round += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write(`memory held: ${heapUsed + external}\n`);
});
