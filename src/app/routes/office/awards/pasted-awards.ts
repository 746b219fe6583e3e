import { m } from '#i18n/messages.js';
import { fieldErrorsOf } from '#kit/endpoint/field-messages.ts';
import { awardFieldsShape, MANY_MAX, type AwardFields } from '#modules/aid/aid.shapes.ts';
import { AWARD_KINDS, type AwardKind } from '#modules/aid/award.states.ts';
import { typedAmount } from '#app/forms/typed-amount.ts';

/** A line of a paste; `award` only without a problem (OF7.7). */
export type PastedLine = {
  number: number;
  name: string;
  grade: string;
  granted: string;
  note: string;
  problems: readonly string[];
  award?: AwardFields;
};

const PERCENT = /^(\d{1,3}(?:\.\d{1,3})?)\s*%$/;

export function typedPercent(typed: string): number | undefined {
  const [, percent] = PERCENT.exec(typed.trim()) ?? [];
  return percent === undefined ? undefined : Math.round(Number(percent) * 1000);
}

/** The cells of a line from a spreadsheet (tabs) or a CSV file, in which quotes may hold commas. */
export function cellsOf(line: string): string[] {
  if (line.includes('\t')) return line.split('\t').map((cell) => cell.trim());
  const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [];
  return cells
    .slice(0, line.endsWith(',') ? undefined : cells.length)
    .map((cell) => cell.replace(/,$/, '').trim().replace(/^"|"$/g, '').replaceAll('""', '"'))
    .filter((cell, nr, all) => nr < all.length - 1 || cell !== '');
}

const isHead = (cells: readonly string[]) => /^first( name)?$/i.test(cells[0] ?? '');

const kindOf = (typed: string) => AWARD_KINDS.find((kind) => kind === typed.toLowerCase());

function sumOf(
  kind: AwardKind,
  typed: string,
): Pick<AwardFields, 'amount_cents' | 'milli_percent'> | undefined {
  if (kind === 'share') {
    const milli_percent = typedPercent(typed);
    return milli_percent === undefined
      ? undefined
      : { amount_cents: null, milli_percent: milli_percent as AwardFields['milli_percent'] };
  }
  const amount_cents = typedAmount(typed);
  return amount_cents === undefined ? undefined : { amount_cents, milli_percent: null };
}

/** The text of a CSV file: UTF-8, or what a spreadsheet on Windows writes without being asked. */
export function textOfFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads first name, last name, grade, kind, amount and note. */
function readLine(cells: readonly string[], number: number): PastedLine {
  const [first_name = '', last_name = '', grade = '', kindText = '', amount = '', note = ''] = cells;
  const shown = {
    number,
    name: `${first_name} ${last_name}`.trim(),
    grade,
    granted: `${kindText} ${amount}`.trim(),
    note,
  };
  const kind = kindOf(kindText);
  const sum = kind && sumOf(kind, amount);
  const problems = [
    ...(kind ? [] : [m.office_award_kind_unknown()]),
    ...(kind && !sum ? [m.office_award_amount_unread()] : []),
  ];
  if (!kind || !sum) return { ...shown, problems };
  const typed = { first_name, last_name, grade_text: grade, kind, ...sum, note };
  const read = awardFieldsShape.safeParse(typed, { reportInput: true });
  if (read.success) return { ...shown, problems, award: read.data };
  return { ...shown, problems: Object.values(fieldErrorsOf(read.error.issues)).flat() };
}

/** The lines of a paste; the head of a spreadsheet and blank lines are left out. */
export function readPasted(text: string): PastedLine[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(cellsOf)
    .filter((cells, nr) => nr > 0 || !isHead(cells))
    .map((cells, nr) => readLine(cells, nr + 1));
}

/** The reason why a paste cannot be saved; blank if it can. */
export function pasteProblem(lines: readonly PastedLine[]): string {
  if (lines.length === 0) return m.office_award_paste_empty();
  if (lines.length > MANY_MAX) return m.office_award_paste_many({ n: MANY_MAX });
  const n = lines.filter(({ award }) => !award).length;
  if (n === 0) return '';
  return n === 1 ? m.office_award_paste_problem() : m.office_award_paste_problems({ n });
}
