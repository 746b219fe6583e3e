// Letters of these scripts decide the order of the text around.
const FROM_RIGHT =
  /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Script=Adlam}/u;

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * A typed text in a sentence or beside another text, in its own direction: without the isolate, a name in
 * Arabic or Hebrew letters reorders the words and numbers behind. Other texts stay unchanged. On a page, a
 * value alone in its element stands in `<bdi>` instead.
 * Source: MD23
 */
export const isolated = (text: string): string =>
  FROM_RIGHT.test(text) ? FIRST_STRONG_ISOLATE + text + POP_ISOLATE : text;

export const withoutIsolates = (text: string): string =>
  text.replaceAll(FIRST_STRONG_ISOLATE, '').replaceAll(POP_ISOLATE, '');
