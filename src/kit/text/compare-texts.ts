import { diffArrays, diffWordsWithSpace } from 'diff';
import { plainText } from './plain-text.ts';

export type ComparedWords = { state: 'same' | 'added' | 'removed'; text: string };

/**
 * A paragraph, line of a list or row of a table. The words of a block are in reading order with their spaces;
 * of every state but `changed` they are one piece. A `changed` block with the same words has other marks or
 * another tag.
 */
export type ComparedBlock = {
  state: 'same' | 'added' | 'removed' | 'moved' | 'changed';
  words: ComparedWords[];
};

type Block = { written: string; text: string };

const TAG = /<\/?[a-z][^>]*>/i;
const ENDS = /<\/(?:p|h[1-6]|li|tr|blockquote|table|ul|ol|div)>|<(?:br|hr)\s*\/?>/i;

function blocksOf(text: string): Block[] {
  const isHtml = TAG.test(text);
  const blocks = text.split(isHtml ? ENDS : /\n+/).map((block) => block.trim());
  return blocks.flatMap((written) => {
    const read = isHtml ? plainText(written) : written;
    return read === '' ? [] : [{ written, text: read }];
  });
}

/** Beyond, the search for the fewest edits takes too long: everything is removed and added. */
const MOST_EDITS = 2_000;

/** A removed block is looked for so far ahead among the added ones. */
const AHEAD = 20;

/** Two blocks with this share of their words in common are one block with other words. */
const ALIKE = 0.5;

/**
 * The difference of two texts, block by block and word by word (SE3.8).
 * @param before  cleaned HTML or plain text
 * @param after  cleaned HTML or plain text
 * @returns the blocks of both texts in reading order; a moved block stands at its new place alone
 */
export function compareTexts(before: string, after: string): ComparedBlock[] {
  const gaps = gapsOf(blocksOf(before), blocksOf(after));
  const moved = movedOf(gaps);
  return gaps.flatMap((gap) => [...between(gap, moved), ...gap.same.map((block) => whole('same', block))]);
}

const whole = (state: Exclude<ComparedBlock['state'], 'changed'>, { text }: Block): ComparedBlock => ({
  state,
  words: [{ state: state === 'moved' ? 'same' : state, text }],
});

type Gap = { removed: Block[]; added: Block[]; same: Block[] };

/** What differs, each time with the same blocks that follow. */
function gapsOf(was: Block[], is: Block[]): Gap[] {
  const runs = diffArrays(was, is, {
    comparator: (one, other) => one.written === other.written,
    maxEditLength: MOST_EDITS,
  });
  if (!runs) return [{ removed: was, added: is, same: [] }];
  const gaps: Gap[] = [{ removed: [], added: [], same: [] }];
  for (const { value, removed, added } of runs) {
    const last = gaps.at(-1)!;
    if (!removed && !added) last.same = value;
    else {
      const gap = last.same.length > 0 ? { removed: [], added: [], same: [] } : last;
      if (gap !== last) gaps.push(gap);
      gap[removed ? 'removed' : 'added'] = value;
    }
  }
  return gaps;
}

/** The blocks that are removed at one place and added at another, as they were and as they are. */
function movedOf(gaps: readonly Gap[]): ReadonlySet<Block> {
  const gone = new Map<string, Block[]>();
  for (const block of gaps.flatMap(({ removed }) => removed))
    gone.set(block.written, [...(gone.get(block.written) ?? []), block]);
  const moved = new Set<Block>();
  for (const block of gaps.flatMap(({ added }) => added)) {
    const from = gone.get(block.written)?.shift();
    if (from) moved.add(from).add(block);
  }
  return moved;
}

/** Pairs blocks with other words in their order; others are removed, added or moved. */
function between({ removed, added }: Gap, moved: ReadonlySet<Block>): ComparedBlock[] {
  const compared: ComparedBlock[] = [];
  const put = (block: Block) => whole(moved.has(block) ? 'moved' : 'added', block);
  let next = 0;
  for (const block of removed.filter((one) => !moved.has(one))) {
    const ahead = added.slice(next, next + AHEAD);
    const at = ahead.findIndex((one) => !moved.has(one) && likeness(block.text, one.text) >= ALIKE);
    if (at < 0) compared.push(whole('removed', block));
    else {
      const words = compareWords(block.text, ahead[at]!.text);
      compared.push(...ahead.slice(0, at).map(put), { state: 'changed', words });
      next += at + 1;
    }
  }
  return [...compared, ...added.slice(next).map(put)];
}

/** The share of words in common, from 0 to 1. */
function likeness(one: string, other: string): number {
  const [words, others] = [one, other].map((text) => new Set(text.split(/\s+/))) as [
    Set<string>,
    Set<string>,
  ];
  return (2 * [...words].filter((word) => others.has(word)).length) / (words.size + others.size);
}

const compareWords = (before: string, after: string): ComparedWords[] =>
  diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    state: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
