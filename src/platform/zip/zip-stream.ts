import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export type ZipEntry = { path: string; content: Uint8Array; isCompressed: boolean };

/**
 * Each file is requested only after the previous file was taken: memory holds a single file.
 * @param at  the time of every file in the archive
 */
export async function* zipStream(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  at: Date,
): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const taken = () => {
    const whole = chunks;
    chunks = [];
    return whole;
  };
  for await (const { path, content, isCompressed } of entries) {
    const file = isCompressed ? new ZipPassThrough(path) : new ZipDeflate(path);
    file.mtime = at;
    zip.add(file);
    file.push(content, true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
