import { plainText } from '#kit/text/plain-text.ts';
import {
  TEXTS_OF_KIND,
  type KindWithTexts,
  type Missing,
  type Stop,
  type TextField,
} from './set-up-parts.ts';

type Texts = Readonly<Partial<Record<TextField, string | null>>>;

/** The objects that the set-up is about; undefined for what is not there. */
export type SetUpObjects = {
  company: object | undefined;
  division: Texts | undefined;
  program_group: object | undefined;
  program: object | undefined;
  grades: number;
  period: object | undefined;
  period_group: Texts | undefined;
  period_program: Texts | undefined;
  route: object | undefined;
  payment_terms: number;
};

type TextState = 'missing' | 'starter' | 'written';

/** @param notice  the first sentences of every starter text (SE11.4) */
export function textState(html: string | null | undefined, notice: string): TextState {
  const text = plainText(html ?? '');
  if (text === '') return 'missing';
  return text.includes(notice) ? 'starter' : 'written';
}

type SetUpText = { kind: KindWithTexts; field: TextField; state: TextState };

/** The texts in the order in which families meet them. */
export function textsOf(objects: SetUpObjects, notice: string): SetUpText[] {
  return (Object.keys(TEXTS_OF_KIND) as KindWithTexts[]).flatMap((kind) =>
    TEXTS_OF_KIND[kind].map((field) => ({ kind, field, state: textState(objects[kind]?.[field], notice) })),
  );
}

type SetUpStop = { stop: Stop; missing: Missing[] };

/**
 * The stops with what each misses, from the facts alone: nothing counts how far somebody came.
 * Source: SE11.2, SE11.3
 */
export function setUpStops(objects: SetUpObjects, notice: string): SetUpStop[] {
  const none = (
    kinds: readonly ('company' | 'division' | 'program_group' | 'program' | 'period' | 'route')[],
  ) => kinds.filter((kind) => !objects[kind]);
  const texts = textsOf(objects, notice);
  const unwritten = texts.filter(({ state }) => state === 'missing').map(({ field }) => field);
  const ofStops: SetUpStop[] = [
    { stop: 'company', missing: none(['company', 'division']) },
    { stop: 'school', missing: none(['program_group']) },
    {
      stop: 'program',
      missing: [...none(['program']), ...(objects.grades === 0 ? ['grades' as const] : [])],
    },
    { stop: 'season', missing: none(['period']) },
    {
      stop: 'route',
      missing: [...none(['route']), ...(objects.payment_terms === 0 ? ['payment_term' as const] : [])],
    },
    {
      stop: 'texts',
      missing: [...unwritten, ...(texts.some(({ state }) => state === 'starter') ? ['notice' as const] : [])],
    },
  ];
  const areDone = ofStops.every(({ missing }) => missing.length === 0);
  return [...ofStops, { stop: 'test', missing: areDone ? [] : ['earlier_stops'] }];
}
