import { m } from '#i18n/messages.js';
import { atBegin } from '#kit/endpoint/field-labels.ts';
import type { ListView } from '#kit/list/list-view.ts';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';
import { OBJECT_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import type { ChangeSource } from './change.states.ts';
import type { ChangeSetAnswer, listChanges } from './changes.contract.ts';

type Filter = keyof typeof listChanges.filters;

export const SOURCE_TEXTS: Readonly<Record<ChangeSource, () => string>> = {
  form: m.office_change_source_form,
  bulk: m.office_change_source_bulk,
  rollover: m.office_change_source_rollover,
  import: m.office_change_source_import,
  undo: m.office_change_source_undo,
  setup: m.office_change_source_setup,
  command: m.office_change_source_command,
};

const KIND_TEXTS = Object.fromEntries(
  OBJECT_KINDS.map((kind) => [kind, () => atBegin(KIND_NAMES[kind].several())]),
);

export const whoText = ({ who, source }: ChangeSetAnswer): string =>
  who?.name ?? (source === 'command' ? m.office_change_by_command() : m.office_audit_portal());

function undoneText({ undone_by, undoes_id }: ChangeSetAnswer): string | null {
  if (undone_by !== null) return m.office_change_undone_by({ id: undone_by });
  return undoes_id === null ? null : m.office_change_undoes({ id: undoes_id });
}

export const changeList: ListView<ChangeSetAnswer, Filter, 'newest'> = {
  title: m.office_title_changes,
  fileName: m.list_file_changes,
  nothing: { title: m.office_change_none, text: m.office_change_none_text },
  id: ({ id }) => id,
  card: { title: 'what', lines: ['when', 'who'] },
  columns: [
    { key: 'what', header: m.office_column_what, value: ({ what }) => what },
    { key: 'when', header: m.office_column_when, kind: 'instant', value: ({ at }) => at },
    { key: 'who', header: m.office_column_who, value: whoText },
    { key: 'source', header: m.office_change_filter_source, value: ({ source }) => SOURCE_TEXTS[source]() },
    { key: 'objects', header: m.office_change_column_objects, kind: 'number', value: (row) => row.objects },
    { key: 'undone', header: m.office_change_column_undone, value: undoneText },
    { key: 'title', header: m.office_change_title, isExtra: true, value: ({ title }) => title },
  ],
  filters: {
    kind: { label: m.office_change_filter_kind, texts: KIND_TEXTS },
    subject: { label: m.office_change_filter_object, from: 'page_objects' },
    who: { label: m.office_change_filter_who, from: 'staff' },
    day: { label: m.office_change_filter_day },
    source: { label: m.office_change_filter_source, texts: SOURCE_TEXTS },
  },
  quick: 'who',
  sorts: { newest: { label: m.list_sort_newest } },
  views: [
    { key: 'imports', label: SOURCE_TEXTS.import, query: { source: 'import' } },
    { key: 'undone', label: SOURCE_TEXTS.undo, query: { source: 'undo' } },
  ],
};
