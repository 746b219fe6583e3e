import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { ObjectAnswer } from '#modules/catalog/changes/changes.contract.ts';
import type { ChangeOp } from '#modules/catalog/changes/change.states.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { rowLink } from '#app/lists/row-links.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { formFieldsOf, sayTyped, toTyped } from './typed-fields.ts';

type Line = ObjectAnswer['history'][number];

const DID: Readonly<Record<ChangeOp, (by: { who: string }) => string>> = {
  create: m.office_object_did_create,
  update: m.office_object_did_update,
  end: m.office_object_did_end,
  remove: m.office_object_did_remove,
  move: m.office_object_did_move,
};

const whoOf = ({ who }: Pick<Line, 'who'>) => who ?? m.office_object_by_command();

/** A field of a change in words; a long text is only said to be another one. */
function fieldText(kind: ObjectKind, { field, before, after }: Line['fields'][number]): string | undefined {
  const known = formFieldsOf(kind).find(({ name }) => name === field);
  if (!known) return undefined;
  const label = objectFieldLabel([field]);
  if (known.type.takes === 'html') return m.office_object_text_changed({ label });
  const [was, is] = [before, after].map(
    (side) => sayTyped(known, toTyped(known, side)) || m.office_object_nothing(),
  );
  return m.office_object_field_changed({ label, before: was!, after: is! });
}

/** Who changed the object last, and its last changes in words (SE2.4). */
export function ObjectHistory({ kind, id, history }: Pick<ObjectAnswer, 'kind' | 'id' | 'history'>) {
  const timeText = useCompanyTime();
  const [last] = history;
  if (!last) return null;
  return (
    <section aria-label={m.office_object_history()} className="mt-6 border-t border-hair pt-4">
      <p className="text-ink-soft">{m.office_object_last({ who: whoOf(last), time: timeText(last.at) })}</p>
      <Disclosure label={m.office_object_history()}>
        <ul className="grid gap-3">
          {history.map((line) => (
            <li key={line.change_id}>
              <p className="font-semibold">
                {m.office_object_line({ did: DID[line.op]({ who: whoOf(line) }), time: timeText(line.at) })}
              </p>
              <ul className="text-ink-soft">
                {(line.op === 'create' ? [] : line.fields).map((one) => (
                  <li key={one.field} className="wrap-anywhere">
                    {fieldText(kind, one)}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        <Link to={`/admin/changes?kind=${kind}&subject=${id}`} className={`${rowLink} mt-3`}>
          {m.office_change_all()}
        </Link>
      </Disclosure>
    </section>
  );
}
