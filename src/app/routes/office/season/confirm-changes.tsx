import { useQuery } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import {
  previewChanges,
  saveChanges,
  type Preview,
  type SentChange,
} from '#modules/catalog/changes/changes.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useOnce } from '#app/api/use-once.ts';
import { ConfirmCall } from '#app/routes/office/confirm-call.tsx';

/** Saves changes of the catalog with the effects that the writer has seen (SE3.1). */
export function useSaveChanges() {
  const once = useOnce();
  return (changes: SentChange[], seen: string) => {
    const body = { changes, seen };
    return once(body, (headers) => callForOne(saveChanges, { headers, body }));
  };
}

export const previewOf = (changes: SentChange[]): Promise<Preview> =>
  callForOne(previewChanges, { body: { changes } });

type ConfirmChangesProps = {
  title: string;
  /** what happens, in one sentence with its numbers (OF0.27) */
  description: string;
  confirmText: string;
  doneText: string;
  changes: SentChange[];
  onClose: () => void;
};

/** The last question before a change set, with what the change does to families. */
export function ConfirmChanges({ changes, ...dialog }: ConfirmChangesProps) {
  const save = useSaveChanges();
  const preview = useQuery({
    queryKey: [previewChanges.name, changes],
    queryFn: () => previewOf(changes),
    gcTime: 0,
  });
  const makeCall = async () => save(changes, (preview.data ?? (await previewOf(changes))).hash);
  return (
    <ConfirmCall {...dialog} makeCall={makeCall}>
      <Loaded query={preview} loading={m.office_loading()}>
        {({ effects, problems }) => (
          <ul className="grid gap-1">
            {effects.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
            {problems.map(({ change, field, sentence }) => (
              <li key={`${change} ${field} ${sentence}`} className="text-red">
                {sentence}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </ConfirmCall>
  );
}
