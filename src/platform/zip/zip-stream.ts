import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A file of an archive: its path inside, its bytes, and whether they can be made smaller. */
export type ZipEntry = { path: string; content: Uint8Array; isCompressed: boolean };

/**
 * An archive of files that come one after another. Each file is asked for when the one before it has been
 * taken, so that memory holds one of them, however many there are.
 * @param at  the time that every file of the archive carries
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
