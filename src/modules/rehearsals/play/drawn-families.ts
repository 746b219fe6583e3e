import { addDays, daysBetween, type PlainDate } from '#kit/plain-date.ts';
import { chanceOf, type Chance } from '#kit/seeded-chance.ts';
import type { RehearsalSettings } from '#modules/rehearsals/rehearsal.shapes.ts';

/** A school with its days of sale, and the routes that families want. */
export type DrawnSchool = {
  program_group_id: number;
  from: PlainDate;
  thru: PlainDate;
  routes: readonly { id: number; seats: number }[];
};

export type DrawnChild = {
  first_name: string;
  sex: 'm' | 'f';
  born_on: PlainDate;
  route_id: number;
  wants_aid: boolean;
  /** counted from the sale; null: keeps the contract */
  cancels_after: number | null;
};

/** What a family is about to do; the seed decides. */
export type DrawnFamily = {
  nr: number;
  /** the day of the sale */
  day: PlainDate;
  program_group_id: number;
  children: readonly DrawnChild[];
  pays_by: 'bank' | 'card';
  in_full: boolean;
  /** the card is declined, or the bank returns the debit */
  is_in_trouble: boolean;
  /** days until the family pays with another method after trouble; null: never */
  answers_after: number | null;
  /** for choices that depend on the offer */
  chance: Chance;
};

const NAMES = ['Ada', 'Ben', 'Cleo', 'Dev', 'Edith', 'Finn', 'Greta', 'Hugo', 'Ines', 'Jonah'] as const;
const YOUNGEST_DAYS = 5 * 365;
const AGES_DAYS = 12 * 365;
const ANSWERS_PERCENT = 80;
const MOST_DAYS_TO_ANSWER = 21;
const STREAMS = 7_919;

function drawSchool(schools: readonly DrawnSchool[], chance: Chance): DrawnSchool {
  const seatsOf = ({ routes }: DrawnSchool) => routes.reduce((all, { seats }) => all + seats, 0);
  return weighted(schools, seatsOf, chance);
}

/** Drawn by weight: a route with twice the seats is wanted twice as often. */
function weighted<T>(values: readonly T[], weightOf: (value: T) => number, chance: Chance): T {
  let left = chance.upTo(values.reduce((all, value) => all + weightOf(value), 0));
  return values.find((value) => (left -= weightOf(value)) < 0) ?? values.at(-1)!;
}

type Drawing = { settings: RehearsalSettings; school: DrawnSchool; day: PlainDate; chance: Chance };

function drawChild({ settings, school, day, chance }: Drawing, nr: number): DrawnChild {
  return {
    first_name: NAMES[nr % NAMES.length]!,
    sex: chance.percent(50) ? 'f' : 'm',
    born_on: addDays(day, -(YOUNGEST_DAYS + chance.upTo(AGES_DAYS))),
    route_id: weighted(school.routes, ({ seats }) => seats, chance).id,
    wants_aid: chance.percent(settings.aid),
    cancels_after: chance.percent(settings.cancels) ? 1 + chance.upTo(250) : null,
  };
}

function drawFamily(settings: RehearsalSettings, schools: readonly DrawnSchool[], nr: number): DrawnFamily {
  // A stream of draws for each family: what one does changes no other.
  const chance = chanceOf(settings.seed + nr * STREAMS);
  const school = drawSchool(schools, chance);
  const day = addDays(school.from, chance.upTo(daysBetween(school.from, school.thru) + 1));
  const pays_by = chance.percent(settings.bank) ? 'bank' : 'card';
  const in_full = chance.percent(settings.in_full);
  const is_in_trouble = chance.percent(pays_by === 'bank' ? settings.returns : settings.declines);
  const answers_after = chance.percent(ANSWERS_PERCENT) ? 1 + chance.upTo(MOST_DAYS_TO_ANSWER) : null;
  const drawing = { settings, school, day, chance };
  const children = Array.from({ length: settings.children }, (_, child) => drawChild(drawing, child));
  const { program_group_id } = school;
  return { nr, day, program_group_id, children, pays_by, in_full, is_in_trouble, answers_after, chance };
}

/** In the order of their days. Without a school that sells, no family comes. */
export function drawFamilies(
  settings: RehearsalSettings,
  schools: readonly DrawnSchool[],
): readonly DrawnFamily[] {
  if (schools.length === 0) return [];
  const families = Array.from({ length: settings.families }, (_, nr) => drawFamily(settings, schools, nr));
  return families.toSorted((a, b) => a.day.localeCompare(b.day) || a.nr - b.nr);
}
