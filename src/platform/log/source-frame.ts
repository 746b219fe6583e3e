import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

const PLACE = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/;

// An unpacked map takes tens of megabytes, and is kept only until the memory is needed.
const maps = new Map<string, WeakRef<SourceMap>>();

/** By the map beside the built file, because Node itself would read every map at the start. */
export function sourceFrame(frame: string): string {
  const [place = '', url = '', line, column] = PLACE.exec(frame) ?? [];
  const map = !url || url.includes('node_modules') ? undefined : mapOf(url);
  const found = map?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!found || !('originalSource' in found)) return frame;
  const { originalSource, originalLine, originalColumn } = found;
  return frame.replace(
    place,
    `${new URL(originalSource, url).href}:${originalLine + 1}:${originalColumn + 1}`,
  );
}

function mapOf(url: string): SourceMap | undefined {
  const known = maps.get(url)?.deref();
  if (known) return known;
  const file = `${fileURLToPath(url)}.map`;
  if (!existsSync(file)) return undefined;
  const map = new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload);
  maps.set(url, new WeakRef(map));
  return map;
}
