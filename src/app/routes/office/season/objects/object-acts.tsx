import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { atBegin } from '#kit/endpoint/field-labels.ts';
import type { ObjectAnswer, SentChange } from '#modules/catalog/changes/changes.contract.ts';
import { REMOVED_KINDS, type ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { ConfirmChanges } from '#app/routes/office/season/confirm-changes.tsx';
import { Button } from '#app/ui/button.tsx';
import { isEndedByButton } from './typed-fields.ts';

type Act = 'end' | 'start' | 'remove';

const BUTTONS: Readonly<Record<Act, () => string>> = {
  end: m.office_object_end,
  start: m.office_object_start,
  remove: m.office_object_remove,
};

type ObjectActsProps = {
  object: ObjectAnswer;
  /** the object in a sentence: `route Round trip` */
  what: string;
  onDone: () => void;
};

const has = (kinds: readonly ObjectKind[], kind: ObjectKind) => kinds.includes(kind);

function changeOf({ kind, id, version }: ObjectAnswer, act: Act): SentChange {
  if (act === 'start') return { op: 'update', kind, id, version, fields: { is_active: true } };
  return { op: act, kind, id, version } as SentChange;
}

type Ended = Pick<ObjectAnswer, 'kind' | 'used_by' | 'contracts' | 'waiting'>;

/** A waiting list rests with its route, and goes on in its order when the route starts again (MC3). */
function endOfRoute(what: string, { contracts, waiting }: Ended): string {
  const some = [
    contracts === 1 && m.office_object_end_contract(),
    contracts > 1 && m.office_object_end_contracts({ n: contracts }),
    waiting === 1 && m.office_object_end_waiting_one(),
    waiting > 1 && m.office_object_end_waiting({ n: waiting }),
  ];
  return [m.office_object_end_route({ what }), ...some.filter((one) => one !== false)].join(' ');
}

export function sentenceOf(act: Act, what: string, object: Ended): string {
  const [named, { kind, used_by: users }] = [atBegin(what), object];
  if (act === 'remove') return m.office_object_remove_text({ what: named });
  if (act === 'start') return m.office_object_start_text({ what: named });
  if (kind === 'route' && users.length > 0) return endOfRoute(named, object);
  if (users.length === 0) return m.office_object_end_text({ what: named });
  const list = users.map(({ n, name }) => m.office_object_use({ n, name })).join(', ');
  return m.office_object_end_used({ what: named, users: list });
}

type ConfirmProps = ObjectActsProps & { act: Act; onEnd: () => void; onClose: () => void };

/** What refers to an object keeps the object; the dialog then offers the end (SE2.1). */
function ConfirmAct({ act, object, what, onEnd, onDone, onClose }: ConfirmProps) {
  const isEndedInstead = act === 'remove' && isEndedByButton(object.kind) && object.is_active !== false;
  return (
    <ConfirmChanges
      title={m.office_object_act_title({ act: BUTTONS[act](), what })}
      description={sentenceOf(act, what, object)}
      confirmText={m.office_object_act({ act: BUTTONS[act](), what })}
      changes={[changeOf(object, act)]}
      instead={
        isEndedInstead && <Button onClick={onEnd}>{m.office_object_act({ act: BUTTONS.end(), what })}</Button>
      }
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** End, Start again and Remove, each after a question with its effects (SE2.1). */
export function ObjectActs(props: ObjectActsProps) {
  const [asked, setAsked] = useState<Act>();
  const { object } = props;
  const offered: Act[] = [
    ...(isEndedByButton(object.kind)
      ? [object.is_active === false ? ('start' as const) : ('end' as const)]
      : []),
    ...(has(REMOVED_KINDS, object.kind) ? ['remove' as const] : []),
  ];
  if (offered.length === 0) return null;
  return (
    <div className="mt-6 border-t border-hair pt-4">
      <div className="flex flex-wrap gap-3">
        {offered.map((act) => (
          <Button
            key={act}
            size="small"
            look={act === 'start' ? 'secondary' : 'danger'}
            onClick={() => setAsked(act)}
          >
            {BUTTONS[act]()}
          </Button>
        ))}
      </div>
      {asked && (
        <ConfirmAct
          {...props}
          key={asked}
          act={asked}
          onEnd={() => setAsked('end')}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}
