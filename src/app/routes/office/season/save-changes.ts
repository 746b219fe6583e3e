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
export const previewOf = (changes: SentChange[]): Promise<Preview> =>
  callForOne(previewChanges, { body: { changes } });

/** The effects of now, if the writer of a refused save had seen others; undefined for other errors. */
export function otherEffects(error: unknown): Preview | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const [item] = (error.data.items ?? []) as Partial<Preview>[];
  return item?.hash === undefined ? undefined : (item as Preview);
}

/** The field of the form, of `changes[0].fields.deposit` or `card_fee_state_caps.NY`. */
const fieldIn = (place: string) => place.replace(/^changes\[\d+\](\.fields)?\.?/, '').split('.')[0]!;

/** The problems of a preview as the refusal that a form shows field by field (SE3.3). */
export function refusalOf(problems: Preview['problems']): ApiError {
  const field_errors: Record<string, string[]> = {};
  for (const { field, sentence } of problems) (field_errors[fieldIn(field ?? '')] ??= []).push(sentence);
  return new ApiError(422, '', {
    success: false,
    errors: problems.map(({ sentence }) => sentence),
    field_errors,
  });
}

/** A refusal of a save, by the fields of the form. */
export function byFormField(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.data.field_errors) return error;
  const field_errors: Record<string, string[]> = {};
  for (const [place, sentences] of Object.entries(error.data.field_errors))
    (field_errors[fieldIn(place)] ??= []).push(...sentences);
  return new ApiError(error.status, error.statusText, { ...error.data, field_errors });
}

/** What keeps an undo from being made without a question; empty if it only takes back the save. */
function moreThanUndo({ left_text, ended, effects, problems }: Undone): string {
  const sentences = [
    ...(left_text ? [left_text] : []),
    ...problems.map(({ sentence }) => sentence),
    ...effects.map(({ text }) => text),
    ...ended.map(({ name }) => m.office_object_undo_ends({ name })),
  ];
  return sentences.join(' ');
}

/** Undoes what was just saved; an undo with further consequences is not made, and says why. */
function useUndoOfSave(): (id: number) => Promise<void> {
  const queries = useQueryClient();
  const say = useToast();
  return async (id) => {
    const params = { id };
    try {
      const preview = await callForOne(undoChanges, { params, body: {} });
      const more = moreThanUndo(preview);
      if (more) {
        say(m.office_object_not_undone({ why: more }), 'long');
        return;
      }
      await callForOne(undoChanges, { params, body: { seen: preview.hash } });
      say(m.office_object_undone());
    } catch (error) {
      say(sentencesOf(error).join(' '), 'long');
    }
    await queries.invalidateQueries();
  };
}

const savedText = ({ effects }: Saved): string =>
  effects.length === 0 ? m.office_object_saved_unseen() : m.office_object_saved();

/**
 * Saves changes once, with the effects that the writer has seen, and offers the undo (SE3.7). The toast says
 * `doneText`, or whether families see a difference.
 */
export function useSaveChanges() {
  const once = useOnce();
  const queries = useQueryClient();
  const say = useToast();
  const undo = useUndoOfSave();
  return async (changes: SentChange[], seen: string, doneText?: string): Promise<Saved> => {
    const body = { changes, seen };
    const saved = await once(body, (headers) => callForOne(saveChanges, { headers, body }));
    const { id } = saved;
    const action = id === null ? undefined : { label: m.office_object_undo(), act: () => void undo(id) };
    say(doneText ?? savedText(saved), 'undo', action);
    await queries.invalidateQueries();
    return saved;
  };
}
