import bidiFactory from 'bidi-js';
import { withoutIsolates } from '#kit/text/isolated.ts';
import { clustersOf, hasAll, shapeOf, type FallbackFont, type FallbackFonts } from './fallback-fonts.ts';

type Character = {
  /** as it is typed, and as it is drawn */
  cluster: string;
  shape: string;
  at: number;
  font: FallbackFont | undefined;
  isBold: boolean;
};

/** A stretch drawn at once; `text` is in reading order. */
export type Piece = { text: string; font: FallbackFont | undefined; isBold: boolean };

export type Line = { pieces: Piece[]; text: string };

export type Measure = (piece: Piece) => number;

const bidi = bidiFactory();

/** In drawing order. Lines break at a space, between Han characters and kana, and inside a longer word. */
export function layOutMixed(
  typed: readonly { text: string; isBold: boolean }[],
  { width, fonts, measure }: { width: number; fonts: FallbackFonts; measure: Measure },
): Line[] {
  const runs = typed.map((run) => ({ ...run, text: run.text.normalize('NFC') }));
  const text = runs.map((run) => run.text).join('');
  const characters = charactersOf(runs, fonts);
  // An isolate decides the order and has no shape; a letter keeps the place of its code points (MD23).
  const { levels } = bidi.getEmbeddingLevels(text, 'ltr');
  return breakLines(characters, (part) => widthOf(part, measure), width).map((line) => ({
    text: line.map(({ cluster }) => cluster).join(''),
    pieces: piecesOf(line, levels),
  }));
}

function charactersOf(runs: readonly { text: string; isBold: boolean }[], fonts: FallbackFonts): Character[] {
  const characters: Character[] = [];
  let at = 0;
  let before: FallbackFont | undefined;
  for (const { text, isBold } of runs) {
    for (const cluster of clustersOf(text)) {
      if (withoutIsolates(cluster) !== '') {
        before = fonts.fontOf(cluster, before);
        characters.push({ cluster, shape: shapeOf(cluster, before), at, font: before, isBold });
      }
      at += cluster.length;
    }
  }
  return grouped(characters, isInWord).flatMap(inOneFont);
}

const isInWord = (a: Character, b: Character) => [a, b].every(({ cluster }) => /^\p{L}/u.test(cluster));

/** The letters of a word match: the default font gives way where the other font has the letter too. */
function inOneFont(word: readonly Character[]): Character[] {
  const other = word.find(({ font }) => font)?.font;
  if (!other) return [...word];
  return word.map((each) =>
    !each.font && hasAll(other.font, each.cluster) ? { ...each, font: other } : each,
  );
}

const isBreakAfter = ({ cluster }: Character) =>
  /^[\s\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff]|^[\u{20000}-\u{3ffff}]/u.test(cluster);

function wordsOf(characters: readonly Character[]): Character[][] {
  const words: Character[][] = [];
  let isOpen = false;
  for (const character of characters) {
    const belongs = isOpen || (character.cluster === ' ' && words.length > 0);
    if (belongs && character.cluster !== '\n') words.at(-1)!.push(character);
    else words.push([character]);
    isOpen = !isBreakAfter(character);
  }
  return words;
}

function breakLines(
  characters: readonly Character[],
  measure: (part: readonly Character[]) => number,
  width: number,
): Character[][] {
  const lines: Character[][] = [[]];
  const take = (word: readonly Character[]) => {
    const line = lines.at(-1)!;
    if (line.length === 0 || measure(trimmed([...line, ...word])) <= width) line.push(...word);
    else lines.push([...word]);
  };
  for (const word of wordsOf(characters)) {
    if (word[0]!.cluster === '\n') lines.push([]);
    else if (measure(trimmed(word)) <= width) take(word);
    else for (const character of word) take([character]);
  }
  return lines.map(trimmed);
}

function trimmed(line: readonly Character[]): Character[] {
  const last = line.findLastIndex(({ cluster }) => cluster.trim() !== '');
  return line.slice(0, last + 1);
}

const isJoined = (a: Character, b: Character) => a.font === b.font && a.isBold === b.isBold;

function widthOf(characters: readonly Character[], measure: Measure): number {
  return grouped(characters, isJoined).reduce((sum, group) => sum + measure(pieceOf(group)), 0);
}

function grouped(
  characters: readonly Character[],
  isSame: (a: Character, b: Character) => boolean,
): Character[][] {
  const groups: Character[][] = [];
  for (const character of characters) {
    const last = groups.at(-1);
    if (last && isSame(last.at(-1)!, character)) last.push(character);
    else groups.push([character]);
  }
  return groups;
}

const pieceOf = (group: readonly Character[]): Piece => ({
  text: group.map(({ shape }) => shape).join(''),
  font: group[0]!.font,
  isBold: group[0]!.isBold,
});

/** From left to right (bidirectional algorithm of Unicode, rules L2 and L4). */
function piecesOf(line: readonly Character[], levels: Uint8Array): Piece[] {
  const levelOf = ({ at }: Character) => levels[at] ?? 0;
  const groups = grouped(line, (a, b) => isJoined(a, b) && levelOf(a) === levelOf(b));
  const ordered = reordered(groups, (group) => levelOf(group[0]!));
  return ordered.map((group) => {
    const piece = pieceOf(group);
    if (levelOf(group[0]!) % 2 === 0) return piece;
    const mirrored = group.map((character) => ({
      ...character,
      shape: bidi.getMirroredCharacter(character.shape) ?? character.shape,
    }));
    // Shaping already reverses Hebrew and Arabic stretches, but not stretches of signs and spaces alone.
    const turns = /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(piece.text);
    return pieceOf(turns ? mirrored : mirrored.toReversed());
  });
}

function reordered<T>(groups: readonly T[], levelOf: (group: T) => number): T[] {
  let order = [...groups];
  const highest = Math.max(0, ...groups.map(levelOf));
  for (let level = highest; level > 0; level -= 1) {
    const next: T[] = [];
    let stretch: T[] = [];
    for (const group of order) {
      if (levelOf(group) >= level) stretch.unshift(group);
      else {
        next.push(...stretch, group);
        stretch = [];
      }
    }
    order = [...next, ...stretch];
  }
  return order;
}
