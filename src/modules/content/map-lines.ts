import type { ContentBlock } from './content.contract.ts';

/** One line of a route map as words: its name and its stops in the order in which the bus meets them. */
export type LineInWords = { name: string; stops: readonly string[] };

/** A content block with the lines of its drawing; none where it has no drawing of this site. */
export type BlockInWords = ContentBlock & { lines: readonly LineInWords[] };

/** The key under which a finished page carries its route maps. */
export const ROUTE_MAPS_KEY = ['listContentBlocks', 'in words'] as const;

const LINES = /<[a-z][^<>]*\sdata-line-name=[^<>]*>/gi;

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const codeOf = (entity: string): number =>
  /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));

function plainText(written: string): string {
  return written.replaceAll(/&(#x?[\da-f]{1,6}|\w+);/gi, (all, entity: string) =>
    entity.startsWith('#')
      ? String.fromCodePoint(Math.min(codeOf(entity), 0x10ffff))
      : (NAMED[entity] ?? all),
  );
}

function attribute(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return plainText(found?.[1] ?? found?.[2] ?? '');
}

/** The lines that a drawing names in its `data-` attributes; none for one without them. */
export function linesOf(svg: string): LineInWords[] {
  return (svg.match(LINES) ?? []).map((tag) => ({
    name: attribute(tag, 'data-line-name'),
    stops: attribute(tag, 'data-stops').split('|').filter(Boolean),
  }));
}
