import { linesOf } from '../../scripts/ladder/source-text.ts';

/** Lines that say something. */
export const filledLinesOf = (text: string) => linesOf(text).filter((line) => line.trim() !== '');

/** Lines with a comment and nothing else; JSX puts braces around one. */
export const countCommentLines = (uncommented: string) =>
  linesOf(uncommented).filter((line) => line.includes('\0') && /^[\s\0{}]*$/.test(line)).length;
