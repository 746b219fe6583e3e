import { bytesOf } from '#kit/bytes-of.ts';

export type LineEnd = '\r\n' | '\n';

const LINE = 76;

/**
 * Bytes as base64 in lines of 76 signs, the last one without its end (RFC 2045, 6.8). All of it is written
 * once and its lines moved apart: to cut a text into lines takes four times as long, and makes garbage.
 */
export function base64InLines(content: Uint8Array, end: LineEnd): Buffer {
  const base64 = bytesOf(content).toString('base64');
  const breaks = Math.max(0, Math.ceil(base64.length / LINE) - 1);
  const room = breaks * end.length;
  const lines = Buffer.allocUnsafe(base64.length + room);
  lines.write(base64, room, 'latin1');
  let to = 0;
  for (let from = room; from < lines.length; from += LINE) {
    if (to > 0) to += lines.write(end, to, 'latin1');
    const next = Math.min(from + LINE, lines.length);
    lines.copyWithin(to, from, next);
    to += next - from;
  }
  return lines;
}
