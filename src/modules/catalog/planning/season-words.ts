import { formatDate, isPlainDate, type PlainDate } from '#kit/plain-date.ts';
import { format } from 'date-fns/format';
import { parseISO } from 'date-fns/parseISO';

/** What a season is called, and its days. */
export type NamedSeason = { name: string; text: string; years: { first: number; last: number } };

/** A season and the season that follows, with the new day of each day of the old one. */
export type SeasonStep = {
  old: NamedSeason;
  next: NamedSeason;
  /** @returns the day in the next season; the same day if it stays */
  dayOf: (day: PlainDate) => PlainDate;
};

/** Words of the old season in a text: `at` is their place in the text as stored. */
export type FoundWords = { at: number; found: string; proposed: string; sentence: string };

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const DASH = String.raw`\s?[-–—/]\s?`;
const MONTH = MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)}|t?\\.?)`).join('|');
const WEEKDAY = 'Mon|Tues|Wednes|Thurs|Fri|Satur|Sun';

/** A day in words, a day in numbers, a school year, a year. */
const DATES = [
  String.raw`(?<weekday>(?:${WEEKDAY})day,?\s)?` +
    String.raw`(?<month>${MONTH})\s(?<day>\d{1,2})(?<th>st|nd|rd|th)?,?\s(?<yearOfDay>20\d\d)`,
  String.raw`(?<us>\d{1,2}/\d{1,2}/20\d\d)`,
  String.raw`(?<iso>20\d\d-[01]\d-[0-3]\d)`,
  String.raw`(?<from>20\d\d)(?<dash>${DASH})(?<thru>(?:20)?\d\d)`,
  String.raw`(?<year>20\d\d)`,
].join('|');

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Finds the words of a season that is over: its names, its years in any spelling, its days (SE9.8). */
export function findSeasonWords(text: string, step: SeasonStep): FoundWords[] {
  const { name, text: title } = step.old;
  // A name of years alone is found as years.
  const names = [name, title].filter((one) => /\p{L}/u.test(one)).toSorted((a, b) => b.length - a.length);
  const isName = names.length > 0 ? `(?<name>${names.map(escaped).join('|')})|` : '';
  const words = new RegExp(String.raw`(?<![\w.$#/-])(?:${isName}${DATES})(?![\w%]|-\d)`, 'gi');
  return segmentsOf(text).flatMap(({ at, words: segment }) =>
    [...segment.matchAll(words)].flatMap((match): FoundWords[] => {
      const found = match[0];
      const proposed = proposedFor(match.groups!, found, step);
      if (proposed === undefined || proposed === found) return [];
      return [{ at: at + match.index, found, proposed, sentence: sentenceAt(segment, match.index, found) }];
    }),
  );
}

/** Puts the chosen finds into a text. */
export function replaceWords(text: string, chosen: readonly FoundWords[]): string {
  return chosen
    .toSorted((a, b) => b.at - a.at)
    .reduce(
      (now, { at, found, proposed }) => now.slice(0, at) + proposed + now.slice(at + found.length),
      text,
    );
}

const yearOf = (day: unknown): number => Number(String(day).slice(0, 4));

/** The years of a school year: as its title has them, else of its days. */
export function yearsOf({ text, starts_on, ends_on }: Record<string, unknown>): NamedSeason['years'] {
  const [, from, thru] = new RegExp(String.raw`(20\d\d)${DASH}((?:20)?\d\d)(?!\d)`).exec(String(text)) ?? [];
  if (!from || !thru) return { first: yearOf(starts_on), last: yearOf(ends_on) };
  return { first: Number(from), last: Number(`20${thru.slice(-2)}`) };
}

/** What people read of a text: tags and their attributes are left out. */
function segmentsOf(text: string): { at: number; words: string }[] {
  return [...text.matchAll(/<[^>]*>|[^<]+/g)]
    .filter(([part]) => !part.startsWith('<'))
    .map(({ 0: words, index: at }) => ({ at, words }));
}

type Groups = Record<string, string | undefined>;

function proposedFor(groups: Groups, found: string, step: SeasonStep): string | undefined {
  const { old, next } = step;
  if (groups.name) return found.toLowerCase() === old.name.toLowerCase() ? next.name : next.text;
  const moved = (year: number) => year - old.years.first + next.years.first;
  const isOld = (year: number) => year === old.years.first || year === old.years.last;
  if (groups.year) return isOld(Number(groups.year)) ? String(moved(Number(groups.year))) : undefined;
  if (groups.from) {
    const [from, thru] = [Number(groups.from), Number(`20${groups.thru!.slice(-2)}`)];
    if (from !== old.years.first || thru !== old.years.last) return undefined;
    return `${moved(from)}${groups.dash}${String(moved(thru)).slice(-groups.thru!.length)}`;
  }
  const day = dayIn(groups);
  if (!day || !isOld(Number(day.slice(0, 4)))) return undefined;
  const to = step.dayOf(day);
  return to === day ? undefined : asWritten(to, groups);
}

function dayIn({ month, day, yearOfDay, us, iso }: Groups): PlainDate | undefined {
  const two = (value: string | number) => String(value).padStart(2, '0');
  let text = iso;
  if (us) {
    const [m, d, y] = us.split('/') as [string, string, string];
    text = `${y}-${two(m)}-${two(d)}`;
  } else if (month) {
    const nr = MONTHS.findIndex((name) => name.slice(0, 3).toLowerCase() === month.slice(0, 3).toLowerCase());
    text = `${yearOfDay}-${two(nr + 1)}-${two(day!)}`;
  }
  return text && isPlainDate(text) ? text : undefined;
}

/** A day in the spelling of the day that it takes the place of. */
function asWritten(day: PlainDate, { weekday, month, th, us, iso }: Groups): string {
  if (iso) return day;
  const date = parseISO(day);
  if (us) return us.startsWith('0') || /\/0/.test(us) ? formatDate(day) : format(date, 'M/d/yyyy');
  const isShort = month!.length <= 'Sept.'.length && month !== 'May' && month !== 'July' && month !== 'June';
  const monthNow = isShort
    ? `${format(date, 'MMM')}${month!.endsWith('.') ? '.' : ''}`
    : format(date, 'MMMM');
  const before = weekday ? `${format(date, 'EEEE')}${weekday.includes(',') ? ',' : ''} ` : '';
  return `${before}${monthNow} ${format(date, th ? 'do' : 'd')}, ${format(date, 'yyyy')}`;
}

const SENTENCE_MAX = 240;

function sentenceAt(segment: string, at: number, found: string): string {
  const before = segment.slice(0, at).search(/[^.!?\n]*$/);
  const after = segment.slice(at + found.length).search(/[.!?\n]/);
  const end = after < 0 ? segment.length : at + found.length + after + 1;
  return segment.slice(before, end).trim().slice(0, SENTENCE_MAX);
}
