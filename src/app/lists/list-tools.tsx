import { useId, useState } from 'react';
import { m } from '#i18n/messages.js';
import type { ListEndpoint } from '#kit/list/list-endpoint.ts';
import type { ListColumn, ListView } from '#kit/list/list-view.ts';
import type { OfficeView } from '#modules/office/views/views.contract.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { LateDialog, latePart } from '#app/shell/late-part.tsx';
import { Button, FoldButton } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { DownloadList } from './download-list.tsx';
import { KeptViews } from './kept-views.tsx';
import type { ListAddress } from './list-address.ts';
import type { ColumnsProps } from './columns-dialog.tsx';
import { Chips, FilterFields, QuickFilter, shownFiltersOf, type Filtered } from './list-filters.tsx';
import { SearchForm, useTypedSearch } from './search-form.tsx';

const columnsDialog = latePart(async () => (await import('./columns-dialog.tsx')).ColumnsDialog);

function ColumnsButton<Row>(props: ColumnsProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="secondary" icon="list" onClick={() => setOpen(true)}>
        {m.list_columns()}
      </Button>
      {isOpen && (
        <LateDialog part={columnsDialog} title={m.list_columns()} onClose={close}>
          {(ColumnsDialog) => <ColumnsDialog {...props} onClose={close} />}
        </LateDialog>
      )}
    </>
  );
}

type ListToolsProps<Row> = {
  list: ListEndpoint;
  view: ListView<Row>;
  address: ListAddress;
  sorts: readonly string[];
  query: Readonly<Record<string, string>>;
  columns: readonly ListColumn<Row>[];
  filtered: Filtered;
  views: { kept: readonly OfficeView[]; open: OfficeView | undefined; now: Readonly<Record<string, string>> };
};

/** Words, sort, filters, columns, views and files of a list. */
export function ListTools<Row>({ list, view, address, sorts, query, ...props }: ListToolsProps<Row>) {
  const { filtered, columns, views } = props;
  const { change } = filtered;
  const typedSearch = useTypedSearch(change);
  const mayKeep = useRight('families');
  const shown = shownFiltersOf(filtered);
  const n = shown.length + (address.sort ? 1 : 0);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [areFieldsOpen, setFieldsOpen] = useState(false);
  const fold = () => {
    setOpen(!isOpen);
    setFieldsOpen(!isOpen);
  };
  const hasFilters = Object.keys(view.filters).length > (view.quick ? 1 : 0);
  return (
    <div className="mb-1 flex flex-wrap items-end gap-3">
      {view.searchLabel && (
        <SearchForm value={address.search} label={view.searchLabel()} note="" {...typedSearch} />
      )}
      {/* On a phone the tools fold, so that the rows begin on the first screen. */}
      <FoldButton look="secondary" className="md:hidden" isOpen={isOpen} controls={id} onPress={fold}>
        {n > 0 ? m.list_fold_n({ n }) : m.list_fold()}
      </FoldButton>
      <div id={id} className={isOpen ? 'contents' : 'max-md:hidden md:contents'}>
        {sorts.length > 1 && (
          <SelectField
            name="sort"
            label={m.office_sort_label()}
            value={address.sort || sorts[0]}
            onChange={({ target }) => change('sort', target.value === sorts[0] ? '' : target.value)}
            options={sorts.map((sort) => ({ value: sort, label: view.sorts[sort]!.label() }))}
          />
        )}
        <QuickFilter {...filtered} />
        {hasFilters && (
          <FilterFields
            {...filtered}
            n={shown.length}
            isOpen={areFieldsOpen}
            onPress={() => setFieldsOpen(!areFieldsOpen)}
          />
        )}
        <ColumnsButton
          columns={columns}
          chosen={address.columns}
          onChoose={(keys) => change('columns', keys)}
        />
        {mayKeep && (
          <KeptViews
            list={list.name}
            views={views.kept}
            open={views.open}
            now={views.now}
            onOpen={(next) => change('view', next ? String(next.id) : '')}
          />
        )}
        <DownloadList list={list} filters={query} columns={address.columns} />
      </div>
      <Chips shown={shown} change={change} />
    </div>
  );
}
