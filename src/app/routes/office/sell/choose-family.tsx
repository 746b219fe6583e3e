import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { listParents, type ParentRow } from '#modules/office/people/people.contract.ts';
import { SearchForm } from '#app/lists/search-form.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { useList } from '#app/lists/use-list.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { NewFamily } from './new-family.tsx';

function Found({ search }: { search: string }) {
  const parents = useList(listParents, { search });
  return (
    <Loaded query={parents} loading={m.office_loading()}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.rows as ParentRow[]);
        if (rows.length === 0) return <p className="text-ink-soft">{m.office_sell_nobody()}</p>;
        return (
          <ul className="divide-y divide-hair rounded-md border border-hair bg-card">
            {rows.map((row) => (
              <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-1">
                <Link to={`/admin/sell?family=${row.id}`} className={`${rowLink} font-semibold`}>
                  {shownName(row)}
                </Link>
                <span className="wrap-anywhere text-ink-soft">{row.email}</span>
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}

/** The family on the phone is found before anything is chosen. */
export function ChooseFamily() {
  const [search, setSearch] = useState('');
  return (
    <>
      <PageHead title={m.office_title_sell()} />
      <div className="grid max-w-form gap-4">
        <h2 className="text-lg font-bold">{m.office_sell_family()}</h2>
        <SearchForm
          value={search}
          label={m.office_sell_search()}
          note={m.office_sell_search_note()}
          onSearch={setSearch}
        />
        {search && <Found search={search} />}
        <NewFamily />
      </div>
    </>
  );
}
