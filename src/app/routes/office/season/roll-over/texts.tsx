import { m } from '#i18n/messages.js';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import type { RolloverRow } from '#modules/catalog/planning/rollover.contract.ts';
import { valueKey } from '#modules/catalog/planning/sentences-by-value.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { Button } from '#app/ui/button.tsx';
import { ChoiceMark } from '#app/ui/fields/option-card.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { useRows, type Edits } from './use-rollover.ts';

const placeText = ({ names, field }: RolloverRow): string =>
  [...names, objectFieldLabel([field.split('@')[0]!])].join(' · ');

const columnsOf = (
  onTick: (rows: RolloverRow[], included: boolean) => void,
): readonly Column<RolloverRow>[] => [
  {
    key: 'tick',
    header: m.office_roll_replace(),
    cell: (row) => (
      <ChoiceMark
        type="checkbox"
        aria-label={m.office_roll_replace_of({ found: String(row.old), of: placeText(row) })}
        checked={row.included}
        onChange={() => onTick([row], !row.included)}
      />
    ),
  },
  { key: 'place', header: m.office_roll_text_place(), narrow: 'title', cell: placeText },
  { key: 'sentence', header: m.office_roll_sentence(), cell: ({ sentence }) => sentence },
  { key: 'found', header: m.office_roll_found(), cell: ({ old }) => String(old) },
  { key: 'proposed', header: m.office_roll_replacement(), cell: ({ proposed }) => <b>{String(proposed)}</b> },
];

/** Words of the old season in texts; nothing is replaced unticked (SE9.8). */
export function Texts({ season_id, edits }: { season_id: number; edits: Edits }) {
  const rows = useRows(season_id, 'texts');
  const tick = (those: readonly RolloverRow[], included: boolean) =>
    void edits.edit(
      'texts',
      those.map(({ ref, field }) => ({ ref, field, included })),
    );
  return (
    <Loaded query={rows} loading={m.office_loading()}>
      {(found) => {
        const isAll = found.length > 0 && found.every(({ included }) => included);
        if (found.length === 0) return <p>{m.office_roll_texts_none()}</p>;
        return (
          <>
            <p className="mb-3">{m.office_roll_texts_text()}</p>
            <Button look="secondary" size="small" className="mb-3" onClick={() => tick(found, !isAll)}>
              {isAll ? m.office_roll_tick_none() : m.office_roll_tick_all({ n: found.length })}
            </Button>
            <Table
              dense
              hideCaption
              caption={m.office_roll_texts()}
              columns={columnsOf(tick)}
              rows={found}
              rowKey={valueKey}
            />
          </>
        );
      }}
    </Loaded>
  );
}
