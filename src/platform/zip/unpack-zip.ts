import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';

/** `entry` is the path as the ZIP has it. */
export type ZipFault =
  | { k: 'broken' }
  | { k: 'too_large' }
  | { k: 'too_many' }
  | { k: 'missing' }
  | { k: 'not_allowed'; entry: string };

export class ZipRefused extends Error {
  readonly fault: ZipFault;

  constructor(fault: ZipFault) {
    super(`a ZIP was refused: ${fault.k}`);
    this.fault = fault;
  }
}

export type ZipLimits = {
  /** of all files unpacked */
  bytes: number;
  entries: number;
  /** the path of a file that the ZIP must have */
  needed?: string;
  /** whether a file with this path may be in the ZIP */
  isAllowed: (path: string) => boolean;
};

type Entry = {
  path: string;
  isFolder: boolean;
  isPlain: boolean;
  method: number;
  crc: number;
  packedBytes: number;
  bytes: number;
  /** of the local header */
  at: number;
};

const END = { signature: 0x06054b50, bytes: 22, longestComment: 0xffff };
const CENTRAL = { signature: 0x02014b50, bytes: 46 };
const LOCAL = { signature: 0x04034b50, bytes: 30 };

const STORED = 0;
const DEFLATED = 8;

const IS_ENCRYPTED = 1;
/** the kind of file in the mode of Unix */
const KIND_OF_FILE = 0o170_000;
const [REGULAR, FOLDER] = [0o100_000, 0o040_000];

function broken(isSound: unknown): asserts isSound {
  if (!isSound) throw new ZipRefused({ k: 'broken' });
}

/** The list of entries stands at the end; the largest ZIP here needs no record of the 64-bit format. */
function readEntries(zip: Buffer, { entries: most }: ZipLimits): Entry[] {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(END.signature);
  const end = zip.lastIndexOf(signature, zip.length - END.bytes);
  broken(end >= 0 && end >= zip.length - END.bytes - END.longestComment);
  const n = zip.readUInt16LE(end + 10);
  if (n > most) throw new ZipRefused({ k: 'too_many' });
  const entries: Entry[] = [];
  for (let at = zip.readUInt32LE(end + 16); entries.length < n;) {
    broken(at + CENTRAL.bytes <= zip.length && zip.readUInt32LE(at) === CENTRAL.signature);
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place));
    const path = zip.toString('utf8', at + CENTRAL.bytes, at + CENTRAL.bytes + nameBytes!);
    const kind = (zip.readUInt32LE(at + 38) >>> 16) & KIND_OF_FILE;
    entries.push({
      path,
      isFolder: path.endsWith('/'),
      isPlain: [0, REGULAR, FOLDER].includes(kind) && (zip.readUInt16LE(at + 8) & IS_ENCRYPTED) === 0,
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      packedBytes: zip.readUInt32LE(at + 20),
      bytes: zip.readUInt32LE(at + 24),
      at: zip.readUInt32LE(at + 42),
    });
    at += CENTRAL.bytes + nameBytes! + extraBytes! + commentBytes!;
  }
  return entries;
}

const isInside = (path: string) =>
  !path.startsWith('/') && !path.includes('\\') && !path.split('/').includes('..');

/** No link, no second file of a name, nothing outside, and no archive in the archive. */
function checkEntries(entries: readonly Entry[], { isAllowed, needed }: ZipLimits): void {
  if (needed !== undefined && !entries.some(({ path }) => path === needed))
    throw new ZipRefused({ k: 'missing' });
  const seen = new Set<string>();
  for (const { path, isFolder, isPlain, method } of entries) {
    const isKnown = [STORED, DEFLATED].includes(method);
    if (!isPlain || !isKnown || seen.has(path) || !isInside(path) || !(isFolder || isAllowed(path)))
      throw new ZipRefused({ k: 'not_allowed', entry: path });
    seen.add(path);
  }
}

function packedOf(zip: Buffer, { at, packedBytes }: Entry): Buffer {
  broken(at + LOCAL.bytes <= zip.length && zip.readUInt32LE(at) === LOCAL.signature);
  const start = at + LOCAL.bytes + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  broken(start + packedBytes <= zip.length);
  return zip.subarray(start, start + packedBytes);
}

const ARCHIVES = ['504b0304', '504b0506', '1f8b', '377abcaf', '52617221', '425a68', 'fd377a58'];

const isArchive = (begin: Buffer) => ARCHIVES.some((mark) => begin.toString('hex', 0, 4).startsWith(mark));

/**
 * Unpacks a ZIP into a folder, file by file and in small pieces: memory holds the packed ZIP and no file.
 * What the ZIP says of sizes is not believed: the unpacked bytes are counted while they come, and the first
 * byte too many ends the work.
 * @returns the paths of the files
 * @throws ZipRefused; the folder then holds a part of the files
 */
export async function unpackZip(zip: Buffer, folder: string, limits: ZipLimits): Promise<string[]> {
  const entries = readEntries(zip, limits);
  checkEntries(entries, limits);
  const files = entries.filter(({ isFolder }) => !isFolder);
  let left = limits.bytes;
  for (const entry of files) {
    const target = join(folder, entry.path);
    await mkdir(dirname(target), { recursive: true });
    left -= await unpackFile(packedOf(zip, entry), { entry, target, left });
  }
  return files.map(({ path }) => path);
}

type Unpacking = { entry: Entry; target: string; left: number };

/** @returns the bytes of the file */
async function unpackFile(packed: Buffer, { entry, target, left }: Unpacking): Promise<number> {
  let [bytes, crc] = [0, 0];
  async function* counted(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      if (bytes === 0 && isArchive(piece)) throw new ZipRefused({ k: 'not_allowed', entry: entry.path });
      bytes += piece.length;
      if (bytes > left) throw new ZipRefused({ k: 'too_large' });
      crc = crc32(piece, crc);
      yield piece;
    }
  }
  const source = Readable.from([packed]);
  const out = createWriteStream(target, { flags: 'wx' });
  try {
    if (entry.method === STORED) await pipeline(source, counted, out);
    else await pipeline(source, createInflateRaw(), counted, out);
  } catch (error) {
    const isOfZlib = String((error as { code?: string }).code).startsWith('Z_');
    throw isOfZlib ? new ZipRefused({ k: 'broken' }) : error;
  }
  broken(bytes === entry.bytes && crc === entry.crc);
  return bytes;
}
