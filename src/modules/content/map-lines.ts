import { withoutEntities } from '#kit/text/plain-text.ts';
import type { ContentBlock } from './content.contract.ts';

/** Stops are in the order of the bus. */
export type LineInWords = { name: string; stops: readonly string[] };

/** A block without a drawing of this site has no lines. */
export type BlockInWords = ContentBlock & { lines: readonly LineInWords[] };

export const ROUTE_MAPS_KEY = ['listContentBlocks', 'in words'] as const;

const LINES = /<[a-z][^<>]*\sdata-line-name=[^<>]*>/gi;

function attribute(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return withoutEntities(found?.[1] ?? found?.[2] ?? '');
}

/** Reads the `data-` attributes; a drawing without attributes has no lines. */
export function linesOf(svg: string): LineInWords[] {
  return (svg.match(LINES) ?? []).map((tag) => ({
    name: attribute(tag, 'data-line-name'),
    stops: attribute(tag, 'data-stops').split('|').filter(Boolean),
  }));
}
