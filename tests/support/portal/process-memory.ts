import { open, readFile } from 'node:fs/promises';

/** At a time; a text may lie across two of them. */
const CHUNK = 16 * 1024 * 1024;

type Region = { from: number; to: number };

/** What a process may write into: its heaps, buffers and stacks, those of its threads too. */
async function regionsOf(pid: number): Promise<Region[]> {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8');
  return [...maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)].map(([, from, to]) => ({
    from: parseInt(from!, 16),
    to: parseInt(to!, 16),
  }));
}

/**
 * Which of some texts lie in the memory of a process of this machine, in bytes or in the two-byte letters of
 * JavaScript; what it has forgotten is there until it is written over. It goes on running meanwhile.
 * @throws Error on a system without /proc, or when the process is not ours to read
 */
export async function heldInMemory(pid: number, texts: readonly string[]): Promise<string[]> {
  const forms = texts.map(
    (text) => [text, [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')]] as const,
  );
  const overlap = Math.max(...forms.flatMap(([, each]) => each.map(({ length }) => length)));
  const held = new Set<string>();
  const regions = await regionsOf(pid);
  const memory = await open(`/proc/${pid}/mem`, 'r');
  let bytes = 0;
  try {
    const chunk = Buffer.alloc(CHUNK + overlap);
    for (const { from, to } of regions)
      for (let at = from; at < to; at += CHUNK) {
        // A region that was given back meanwhile has nothing to read.
        const { bytesRead } = await memory
          .read(chunk, 0, Math.min(chunk.length, to - at), at)
          .catch(() => ({ bytesRead: 0 }));
        bytes += bytesRead;
        const read = chunk.subarray(0, bytesRead);
        for (const [text, each] of forms) if (each.some((form) => read.includes(form))) held.add(text);
      }
  } finally {
    await memory.close();
  }
  if (bytes === 0) throw new Error(`nothing of the memory of ${pid} could be read`);
  return [...held];
}
