import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import { WORK_KINDS, WORK_SHOWN } from '#modules/office/worklist/work-kinds.ts';
import {
  listWork,
  WORK_OWNERS,
  WORK_SHOWS,
  type WorkItem,
  type WorkPage,
  type WorkShow,
} from '#modules/office/worklist/worklist.contract.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { ShowField, shownChoice } from '#app/lists/show-field.tsx';
import { useList, useListQuery } from '#app/lists/use-list.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { classNames } from '#app/ui/class-names.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { daysText, detailText, kindName, workName } from './work-texts.ts';
import { WorkActs } from './work-acts.tsx';

export const meta = () => pageTitle(m.office_title_worklist());

const shows: Record<WorkShow, () => string> = {
  waiting: m.office_work_waiting,
  hidden: m.office_work_hidden,
  done: m.office_work_done,
};

const owners: Record<(typeof WORK_OWNERS)[number], () => string> = {
  all: m.office_work_owner_all,
  mine: m.office_work_owner_mine,
  nobody: m.office_work_owner_nobody,
};

const KINDS = ['', ...WORK_KINDS] as const;

/** Company days, offered as the least age of an entry. */
const AGES = [2, 5, 10, 30];
const OLDER = ['', ...AGES.map(String)] as const;

const TONES: Record<WorkItem['tone'], string> = {
  none: 'border-transparent',
  amber: 'border-amber bg-amber-wash text-amber font-semibold',
  red: 'border-red bg-red-wash text-red font-semibold',
};

function What({ item }: { item: WorkItem }) {
  const detail = detailText(item);
  return (
    <span className="block py-1">
      <Link to={item.path} data-row className={`${rowLink} font-semibold`}>
        {workName(item)}
      </Link>
      {item.title !== '' && <span className="block wrap-anywhere">{item.title}</span>}
      {detail !== '' && <span className="block text-ink-soft wrap-anywhere">{detail}</span>}
      {item.note !== null && (
        <span className="mt-1 block border-l-4 border-bus pl-2 whitespace-pre-line wrap-anywhere">
          {m.office_work_noted({ note: item.note })}
        </span>
      )}
    </span>
  );
}

function Since({ item }: { item: WorkItem }) {
  const dayText = useCompanyDay();
  return (
    <span className="grid justify-items-end gap-1 py-1 md:justify-items-start">
      <span className={classNames('rounded-md border px-2 whitespace-nowrap md:-ml-2', TONES[item.tone])}>
        {daysText(item)}
      </span>
      <span className="figures whitespace-nowrap text-ink-soft">{dayText(item.since)}</span>
    </span>
  );
}

function Owner({ item: { owner, hidden_until } }: { item: WorkItem }) {
  return (
    <>
      <span className={owner ? 'block' : 'block text-ink-soft'}>
        {owner?.name ?? m.office_work_owner_nobody()}
      </span>
      {hidden_until !== null && (
        <span className="block text-ink-soft">
          {m.office_work_hidden_until({ day: formatDate(hidden_until) })}
        </span>
      )}
    </>
  );
}

const columnsOf = (people: WorkPage['people']): readonly Column<WorkItem>[] => [
  {
    key: 'what',
    header: m.office_work_column_what(),
    narrow: 'title',
    cell: (item) => <What item={item} />,
  },
  { key: 'since', header: m.office_work_column_since(), cell: (item) => <Since item={item} /> },
  { key: 'owner', header: m.office_work_owner(), cell: (item) => <Owner item={item} /> },
  {
    key: 'next',
    header: m.office_work_column_next(),
    cell: (item) => <WorkActs item={item} people={people} />,
  },
];

/** Kinds with more entries than the worklist shows. */
function LongKinds({ kinds }: { kinds: WorkPage['kinds'] }) {
  const long = kinds.filter(({ n }) => n > WORK_SHOWN);
  if (long.length === 0) return null;
  return (
    <ul className="mt-4 grid gap-1">
      {long.map(({ kind, n, list }) => (
        <li key={kind}>
          <Link to={list} className={rowLink}>
            {m.office_work_more({ kind: kindName(kind), shown: WORK_SHOWN, n })}
          </Link>
        </li>
      ))}
    </ul>
  );
}

type Filters = {
  show: WorkShow;
  owner: (typeof WORK_OWNERS)[number];
  kind: (typeof KINDS)[number];
  school: string;
  older: string;
};

type FilterProps = {
  filters: Filters;
  page: WorkPage | undefined;
  change: (name: string, value: string) => void;
};

const ageText = (days: string) => m.office_work_days({ n: days });

function FilterFields({ filters, page, change }: FilterProps) {
  const select = (name: keyof Filters) => ({
    name,
    value: filters[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  });
  return (
    <div className="grid items-end gap-x-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.6fr_1fr_1fr]">
      <ShowField value={filters.show} views={shows} choices={WORK_SHOWS} change={change} />
      <SelectField
        {...select('owner')}
        className="mb-4"
        label={m.office_work_owner()}
        options={WORK_OWNERS.map((value) => ({ value, label: owners[value]() }))}
      />
      <SelectField
        {...select('kind')}
        className="mb-4"
        label={m.office_work_kind()}
        placeholder={m.office_work_all_kinds()}
        options={(page?.kinds ?? []).map(({ kind, n }) => ({
          value: kind,
          label: m.office_work_kind_n({ kind: kindName(kind), n }),
        }))}
      />
      <SelectField
        {...select('school')}
        className="mb-4"
        label={m.list_school()}
        placeholder={m.office_overview_all_schools()}
        options={(page?.schools ?? []).map(({ path, text }) => ({ value: path, label: text }))}
      />
      <SelectField
        {...select('older')}
        className="mb-4"
        label={m.office_work_older()}
        placeholder={m.office_work_any_age()}
        options={AGES.map((days) => ({ value: String(days), label: ageText(String(days)) }))}
      />
    </div>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title={m.office_work_none_here()} />;
  return <EmptyState title={m.office_work_none()}>{m.office_work_none_text()}</EmptyState>;
}

/** What waits for a person, the oldest first (OF9). */
export default function Worklist() {
  const { text, choice, change } = useListQuery();
  const filters: Filters = {
    show: choice('show', WORK_SHOWS),
    owner: choice('owner', WORK_OWNERS),
    kind: choice('kind', KINDS),
    school: text('school'),
    older: choice('older', OLDER),
  };
  const work = useList(listWork, { ...filters, older: filters.older || undefined });
  const page = work.data?.pages.at(-1);
  const { show, owner, kind, school, older } = filters;
  const schoolText = page?.schools.find(({ path }) => path === school)?.text ?? school;
  return (
    <ListPage
      title={m.office_title_worklist()}
      parts={work}
      shownFilters={[
        shownChoice({ value: show, views: shows, choices: WORK_SHOWS }),
        { name: 'owner', label: m.office_work_owner(), text: owner === 'all' ? '' : owners[owner]() },
        { name: 'kind', label: m.office_work_kind(), text: kind && kindName(kind) },
        { name: 'school', label: m.list_school(), text: schoolText },
        { name: 'older', label: m.office_work_older(), text: older && ageText(older) },
      ]}
      nothing={
        <Nothing isFiltered={Boolean(kind || school || older) || show !== 'waiting' || owner !== 'all'} />
      }
      filters={
        <>
          <p className="mb-5 max-w-read">{m.office_work_text()}</p>
          <FilterFields filters={filters} page={page} change={change} />
        </>
      }
    >
      {(rows) => (
        <>
          <Table
            dense
            hideCaption
            caption={m.office_title_worklist()}
            columns={columnsOf(page?.people ?? [])}
            rows={rows}
            rowKey={({ kind: of, subject }) => `${of} ${subject}`}
          />
          <LongKinds kinds={page?.kinds ?? []} />
        </>
      )}
    </ListPage>
  );
}
