import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import {
  saveChanges,
  undoChanges,
  type changeShape,
  type Preview,
  type Saved,
} from '#modules/catalog/changes/changes.contract.ts';
import { ApiError, sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { useToast } from '#app/ui/toast.tsx';

/** A change as a client sends it. */
export type SentChange = z.input<typeof changeShape>;

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

/** Undoes what was just saved; an undo with further consequences is asked on the page of the change. */
function useUndoOfSave(): (id: number) => Promise<void> {
  const queries = useQueryClient();
  const say = useToast();
  const navigate = useNavigate();
  return async (id) => {
    const params = { id };
    try {
      const preview = await callForOne(undoChanges, { params, body: {} });
      const { left, ended, effects, problems, hash } = preview;
      if ([left, ended, effects, problems].some(({ length }) => length > 0)) {
        await navigate(`/admin/changes/${id}`);
        return;
      }
      await callForOne(undoChanges, { params, body: { seen: hash } });
      say(m.office_object_undone());
    } catch (error) {
      say(sentencesOf(error).join(' '), 'long');
    }
    await queries.invalidateQueries();
  };
}

/** Saves changes once, with the effects that the writer has seen, and offers the undo (SE3.7). */
export function useSaveChanges() {
  const once = useOnce();
  const queries = useQueryClient();
  const say = useToast();
  const undo = useUndoOfSave();
  return async (changes: SentChange[], seen: string): Promise<Saved> => {
    const body = { changes, seen };
    const saved = await once(body, (headers) => callForOne(saveChanges, { headers, body }));
    const text = saved.effects.length === 0 ? m.office_object_saved_unseen() : m.office_object_saved();
    const { id } = saved;
    const action = id === null ? undefined : { label: m.office_object_undo(), act: () => void undo(id) };
    say(text, 'undo', action);
    await queries.invalidateQueries();
    return saved;
  };
}
