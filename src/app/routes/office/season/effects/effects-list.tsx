import { m } from '#i18n/messages.js';
import { Button } from '#app/ui/button.tsx';
import type { Effect } from '#modules/catalog/changes/changes.contract.ts';

type EffectsListProps = {
  /** as the preview answers them, the gravest first */
  effects: readonly Effect[];
  /** how many effects the answer leaves out */
  more: number;
  /** asks for all effects */
  onShowAll: () => void;
  /** all effects are being read */
  busy?: boolean;
};

/** What families see of a change set before staff save it (SE5.1). */
export function EffectsList({ effects, more, onShowAll, busy = false }: EffectsListProps) {
  if (effects.length === 0) return <p>{m.office_effects_none()}</p>;
  return (
    <section aria-label={m.office_effects_heading()} className="flex flex-col gap-3">
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {effects.map(({ kind, text }, at) => (
          <li key={`${kind} ${at}`} className="break-words">
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <div>
          <Button type="button" look="quiet" busy={busy} onClick={onShowAll}>
            {m.office_effects_more({ n: more })}
          </Button>
        </div>
      )}
    </section>
  );
}
