// Ignored by programs that draw text, or drawn as nothing. A line break counts, because a field is one line.
const IGNORED = String.raw`\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc`;
const BREAKS = String.raw`\t\n\v\f\r\u0085\u2028\u2029`;

// A joiner belongs between two letters of scripts using joiners, or between the parts of an emoji; a selector
// chooses the shape of the emoji, Han or Mongolian letter before.
const JOINED = [
  String.raw`\p{Script=Arabic}\p{M}\p{Lo}`,
  String.raw`\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}\u2640\u2642\ufe0f`,
].join('');
const IN_PLACE = new RegExp(
  [
    String.raw`(?<=[${JOINED}])[\u200c\u200d](?=[${JOINED}])`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Script=Han}])[\ufe00-\ufe0f]|\ufe0f(?=\u20e3)`,
    String.raw`(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]`,
    String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
  ].join('|'),
  'gu',
);
const HIDDEN = new RegExp(`[${BREAKS}${IGNORED}]`, 'u');
const SEEN = new RegExp(String.raw`[^\s${IGNORED}]`, 'u');

/** Whether a text has a line break, a mark of direction, or a character without a shape of its own (MH16). */
export const holdsHiddenMarks = (text: string): boolean => HIDDEN.test(text.replaceAll(IN_PLACE, ''));

/**
 * Linear in the length: a pattern for the end of a text would look from each blank to the next letter.
 * @param further  further signs to be cut off
 */
export function withoutHiddenEdges(text: string, further = ''): string {
  const signs = [...text];
  const isSeen = (sign: string) => SEEN.test(sign) && !further.includes(sign);
  const first = signs.findIndex(isSeen);
  return first === -1 ? '' : signs.slice(first, signs.findLastIndex(isSeen) + 1).join('');
}
