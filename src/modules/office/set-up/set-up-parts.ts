import { BOARD_TEXTS } from '#modules/office/seasons/board.contract.ts';

/** The stops of the set-up in their order (SE11.2). */
export const STOPS = ['company', 'school', 'program', 'season', 'route', 'texts', 'test'] as const;
export type Stop = (typeof STOPS)[number];

/** The texts that families read or sign, by the object that has them. */
export const TEXTS_OF_KIND = {
  period_program: BOARD_TEXTS,
  period_group: ['active_msg', 'inactive_msg'],
  division: ['ach_terms'],
} as const;
export type KindWithTexts = keyof typeof TEXTS_OF_KIND;

export const KINDS_WITH_TEXTS = Object.keys(TEXTS_OF_KIND) as [KindWithTexts, ...KindWithTexts[]];
export const TEXT_FIELDS = KINDS_WITH_TEXTS.flatMap((kind) => [...TEXTS_OF_KIND[kind]]);
export type TextField = (typeof TEXT_FIELDS)[number];

/** What is missing at a stop: an object, grades, a term, or a text; `notice` is a text that still has it. */
export const MISSING = [
  'company',
  'division',
  'program_group',
  'program',
  'grades',
  'period',
  'route',
  'payment_term',
  ...TEXT_FIELDS,
  'notice',
  'earlier_stops',
] as const;
export type Missing = (typeof MISSING)[number];
