import { parseSync } from 'vite';

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');

type Span = { start: number; end: number };

/**
 * The source with everything outside the spans blanked, so that lines keep their numbers.
 * @param spans  by their start; one that overlaps the one before is left out
 */
function keepOnly(source: string, spans: readonly Span[]): string {
  let kept = '';
  let at = 0;
  for (const { start, end } of spans) {
    if (start < at) continue;
    kept += blank(source.slice(at, start)) + source.slice(start, end);
    at = end;
  }
  return kept + blank(source.slice(at));
}

const spansOf = (source: string, pattern: RegExp): Span[] =>
  [...source.matchAll(pattern)].map(({ 0: text, index }) => ({ start: index, end: index + text.length }));

// The signs that mark a comment are not its text: slashes, stars, and the star at the start of each line.
const MARKS = /\/\*+|\*\/|^[ \t]*\*(?!\/)|\/\/|--/gm;
const withoutMarks = (text: string) => text.replaceAll(MARKS, blank);

/** The list in parentheses at the end of a title or a summary: `'Keep a seat for a student (O9)'`. */
const ENDS_A_TITLE = /(?<=\s)\([^()'"`]{1,60}\)(?=['"`])/g;

/** @throws Error when the file cannot be parsed; an unread file must never pass for one without citations */
function commentsOf(path: string, source: string): Span[] {
  if (!/\.tsx?$/.test(path)) return spansOf(source, /\/\*[\s\S]*?\*\/|--.*$/gm);
  const { comments, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  return comments;
}

// Code, and the name of a page in a link, whose address says where it is.
const NOT_PROSE = /^```[\s\S]*?^```|`[^`\n]*`|\[[^\]\n]*\.md\](?=\()/gm;

/**
 * The text of a file in which rules are cited; everything else is blanked. In code these are the comments
 * and the lists that end titles of tests and summaries of endpoints, in a page everything except code.
 * @param path  its ending tells how to read it: ts, tsx, sql, css, md
 */
export function citedText(path: string, source: string): string {
  if (path.endsWith('.md')) return source.replaceAll(NOT_PROSE, blank);
  const spans = [...commentsOf(path, source), ...spansOf(source, ENDS_A_TITLE)];
  const inOrder = spans.toSorted((a, b) => a.start - b.start);
  return withoutMarks(keepOnly(source, inOrder));
}
