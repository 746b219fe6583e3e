import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import {
  previewChanges,
  saveChanges,
  undoChanges,
  type Preview,
  type Saved,
  type SentChange,
  type Undone,
} from '#modules/catalog/changes/changes.contract.ts';
import { ApiError, sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { useToast } from '#app/ui/toast.tsx';

/** What changes break and do, without a save. */
export const previewOf = (
  changes: SentChange[],
  { all, approval }: { all?: boolean } & Pick<SaveWords, 'approval'> = {},
): Promise<Preview> => callForOne(previewChanges, { body: { changes, all, approval } });

/** The effects of now, if the writer of a refused save had seen others; undefined for other errors. */
export function otherEffects(error: unknown): Preview | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const [item] = (error.data.items ?? []) as Partial<Preview>[];
  return item?.hash === undefined ? undefined : (item as Preview);
}

/** The field of the form, of `changes[0].fields.deposit` or `card_fee_state_caps.NY`. */
const fieldIn = (place: string) => place.replace(/^changes\[\d+\](\.fields)?\.?/, '').split('.')[0]!;

/** @param told  the sentences by their places in the change set */
function errorsByField(told: readonly (readonly [string, readonly string[]])[]): Record<string, string[]> {
  const field_errors: Record<string, string[]> = {};
  for (const [place, sentences] of told) (field_errors[fieldIn(place)] ??= []).push(...sentences);
  return field_errors;
}

/** The problems of a preview as the refusal that a form shows field by field (SE3.3). */
export function refusalOf(problems: Preview['problems']): ApiError {
  const field_errors = errorsByField(problems.map(({ field, sentence }) => [field ?? '', [sentence]]));
  return new ApiError(422, '', {
    success: false,
    errors: problems.map(({ sentence }) => sentence),
    field_errors,
  });
}

/** A refusal of a save, by the fields of the form. */
export function byFormField(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.data.field_errors) return error;
  const field_errors = errorsByField(Object.entries(error.data.field_errors));
  return new ApiError(error.status, error.statusText, { ...error.data, field_errors });
}

/** What keeps an undo from taking back the save as a whole; empty if nothing does. */
function whyNotUndone({ left_text, ended, problems }: Undone): string {
  const sentences = [
    ...(left_text ? [left_text] : []),
    ...problems.map(({ sentence }) => sentence),
    ...ended.map(({ name }) => m.office_object_undo_ends({ name })),
  ];
  return sentences.join(' ');
}

const EFFECTS_OF_A_TOAST = 3;

/** The gravest effects of an undo, and how many others there are. */
function undoQuestion({ effects, more }: Pick<Preview, 'effects' | 'more'>): string {
  const told = effects.slice(0, EFFECTS_OF_A_TOAST).map(({ text }) => text);
  const others = effects.length - told.length + more;
  const rest = others > 0 ? [m.office_object_undo_more({ n: others })] : [];
  return m.office_object_undo_asks({ effects: [...told, ...rest].join(' ') });
}

/**
 * Undoes what was just saved. Where families see a difference, a second toast tells it and asks; what would
 * leave or end an object is not undone, and the toast says why.
 */
function useUndoOfSave(): (id: number) => Promise<void> {
  const queries = useQueryClient();
  const say = useToast();
  const make = async (id: number, seen: string) => {
    await callForOne(undoChanges, { params: { id }, body: { seen } });
    say(m.office_object_undone());
  };
  const ask = (id: number, preview: Preview) =>
    say(undoQuestion(preview), 'undo', {
      label: m.office_object_undo(),
      act: () => void orSay(id, () => make(id, preview.hash)),
    });
  async function orSay(id: number, work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      const now = otherEffects(error);
      if (now) ask(id, now);
      else say(sentencesOf(error).join(' '), 'long');
    }
    await queries.invalidateQueries();
  }
  return (id) =>
    orSay(id, async () => {
      const preview = await callForOne(undoChanges, { params: { id }, body: {} });
      const why = whyNotUndone(preview);
      if (why) say(m.office_object_not_undone({ why }), 'long');
      else if (preview.effects.length > 0) ask(id, preview);
      else await make(id, preview.hash);
    });
}

const savedText = ({ effects }: Saved): string =>
  effects.length === 0 ? m.office_object_saved_unseen() : m.office_object_saved();

/** The set-up is named in the history, and has no undo: its toast would cover the next form on a phone. */
export type SaveWords = {
  doneText?: string;
  title?: string;
  source?: 'setup';
  /** what staff state of a lawyer's approval of bank terms (SE4.11) */
  approval?: string;
};

/**
 * Saves changes once, with the effects that the writer has seen, and offers the undo (SE3.7). The toast says
 * `doneText`, or whether families see a difference; the history has `title`.
 */
export function useSaveChanges() {
  const once = useOnce();
  const queries = useQueryClient();
  const say = useToast();
  const undo = useUndoOfSave();
  return async (
    changes: SentChange[],
    seen: string,
    { doneText, title, source, approval }: SaveWords = {},
  ): Promise<Saved> => {
    const body = { changes, seen, title, source, approval };
    const saved = await once(body, (headers) => callForOne(saveChanges, { headers, body }));
    const { id } = saved;
    const action = id === null ? undefined : { label: m.office_object_undo(), act: () => void undo(id) };
    if (source !== 'setup') say(doneText ?? savedText(saved), 'undo', action);
    else if (doneText) say(doneText);
    await queries.invalidateQueries();
    return saved;
  };
}

/**
 * Saves changes without a question about effects; the caller says why families see none. A refusal names the
 * fields of the form.
 */
export function useSaveUnasked() {
  const save = useSaveChanges();
  return async (changes: SentChange[], words: SaveWords): Promise<void> => {
    const { problems, hash } = await previewOf(changes);
    if (problems.length > 0) throw refusalOf(problems);
    try {
      await save(changes, hash, words);
    } catch (error) {
      throw byFormField(error);
    }
  };
}
