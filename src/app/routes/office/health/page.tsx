import { m } from '#i18n/messages.js';
import {
  readHealth,
  type HealthKey,
  type HealthLine,
  type HealthState,
} from '#modules/office/health/health.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { Table, type Column } from '#app/ui/table.tsx';

export const meta = () => pageTitle(m.office_title_health());

const keys: Record<HealthKey, () => string> = {
  version: m.office_health_key_version,
  disk: m.office_health_key_disk,
  clock: m.office_health_key_clock,
  backup: m.office_health_key_backup,
  mail: m.office_health_key_mail,
  background: m.office_health_key_background,
  processor: m.office_health_key_processor,
  collection: m.office_health_key_collection,
  proxy: m.office_health_key_proxy,
  faults: m.office_health_key_faults,
};

const states: Record<HealthState, () => string> = {
  good: m.office_health_good,
  look: m.office_health_look,
  bad: m.office_health_bad,
};

const tones: Record<HealthState, string> = {
  good: 'text-green',
  look: 'text-amber',
  bad: 'text-red',
};

const columns: readonly Column<HealthLine>[] = [
  {
    key: 'line',
    header: m.office_health_column_line(),
    narrow: 'title',
    cell: ({ key }) => <b>{keys[key]()}</b>,
  },
  {
    key: 'state',
    header: m.office_mails_column_state(),
    cell: ({ state }) => <b className={tones[state]}>{states[state]()}</b>,
  },
  { key: 'value', header: m.office_health_column_value(), cell: ({ value }) => value },
  {
    key: 'to_do',
    header: m.office_health_column_to_do(),
    cell: ({ sentence }) => sentence ?? m.office_none(),
  },
];

/** The state of the portal, with what to do (MO4, MO8). */
export default function Health() {
  return (
    <>
      <PageHead title={m.office_title_health()} />
      <Loaded query={useItems(readHealth, {})} loading={m.office_loading()}>
        {([health]) => (
          <Table
            hideCaption
            caption={m.office_title_health()}
            columns={columns}
            rows={health?.lines ?? []}
            rowKey={({ key }) => key}
          />
        )}
      </Loaded>
    </>
  );
}
