import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { AWARD_SHOWS, endAward, listAwards, type Award, type AwardsPage } from '#modules/aid/aid.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { useAllowed } from '#app/auth/use-auth.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { useList, useListQuery } from '#app/lists/use-list.ts';
import { NoteDialog } from '#app/routes/office/note-dialog.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { AwardDialog, type OfSchool } from './award-dialog.tsx';
import { awardStates, childName, grantedText } from './award-texts.ts';
import { BudgetCard } from './budget-card.tsx';
import { ManyAwards } from './many-awards.tsx';

export const meta = () => pageTitle(m.office_title_awards());

const shows = { all: m.office_award_all, ...awardStates };

function EndAward({ award, onClose }: { award: Award; onClose: () => void }) {
  const once = useOnce();
  const name = childName(award);
  return (
    <NoteDialog
      title={m.office_award_end_title({ name })}
      description={award.state === 'found' ? m.office_award_end_found({ name }) : m.office_award_end_open()}
      field={{ name: 'reason', label: m.office_award_reason() }}
      confirmText={m.office_award_end_confirm()}
      doneText={m.office_award_ended()}
      send={(reason) => {
        const body = { reason, version: award.version };
        return once(body, (headers) => callForOne(endAward, { params: { id: award.id }, headers, body }));
      }}
      onClose={onClose}
    />
  );
}

function AwardActs({ award, school }: { award: Award; school: OfSchool }) {
  const [opened, setOpened] = useState<'change' | 'end'>();
  const close = () => setOpened(undefined);
  if (award.state === 'used' || award.state === 'ended') return <span>{m.office_none()}</span>;
  const name = childName(award);
  return (
    <span className="flex flex-wrap gap-2 py-1">
      <Button
        look="secondary"
        size="small"
        aria-label={m.office_award_change_of({ name })}
        onClick={() => setOpened('change')}
      >
        {m.office_award_change()}
      </Button>
      <Button
        look="quiet"
        size="small"
        aria-label={m.office_award_end_of({ name })}
        onClick={() => setOpened('end')}
      >
        {m.office_award_end()}
      </Button>
      {opened === 'change' && <AwardDialog school={school} award={award} onClose={close} />}
      {opened === 'end' && <EndAward award={award} onClose={close} />}
    </span>
  );
}

function Family({ award: { parent, order_id } }: { award: Award }) {
  if (!parent) return <span>{m.office_none()}</span>;
  return (
    <>
      <Link to={`/admin/users/parents/${parent.id}`} className={rowLink}>
        {parent.name}
      </Link>
      {order_id && (
        <Link to={`/dashboard/orders/${order_id}`} className={`${rowLink} block`}>
          {m.contract_order_id({ id: order_id })}
        </Link>
      )}
    </>
  );
}

const columnsOf = (school: OfSchool): readonly Column<Award>[] => [
  {
    key: 'child',
    header: m.office_award_child(),
    narrow: 'title',
    cell: (award) => (
      <span className="block py-1">
        <b className="block wrap-anywhere">{childName(award)}</b>
        {award.grade_text && <span className="block text-ink-soft">{award.grade_text}</span>}
      </span>
    ),
  },
  {
    key: 'granted',
    header: m.office_award_granted(),
    cell: (award) => (
      <>
        <span className="figures block">{grantedText(award)}</span>
        {award.needs_confirmation && <span className="block text-ink-soft">{m.office_award_waits()}</span>}
        {award.note && <span className="block wrap-anywhere text-ink-soft">{award.note}</span>}
      </>
    ),
  },
  {
    key: 'expires',
    header: m.office_award_expires(),
    cell: ({ expires_on }) => (expires_on ? <DateText date={expires_on} /> : m.office_none()),
  },
  { key: 'state', header: m.office_award_state(), cell: ({ state }) => <b>{awardStates[state]()}</b> },
  {
    key: 'code',
    header: m.office_award_code(),
    cell: ({ state, code }) =>
      state === 'open' ? <span className="figures whitespace-nowrap">{code}</span> : m.office_none(),
  },
  {
    key: 'family',
    right: 'families',
    header: m.office_column_parent(),
    cell: (award) => <Family award={award} />,
  },
  {
    key: 'acts',
    header: m.office_award_acts(),
    cell: (award) => <AwardActs award={award} school={school} />,
  },
];

function Awards({ rows, school, name }: { rows: readonly Award[]; school: OfSchool; name: string }) {
  const columns = useAllowed(columnsOf(school));
  return (
    <Table
      dense
      hideCaption
      caption={m.office_award_list({ school: name })}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
    />
  );
}

function NewAwards({ school }: { school: OfSchool }) {
  const [opened, setOpened] = useState<'one' | 'many'>();
  const close = () => setOpened(undefined);
  return (
    <div className="mb-5 flex flex-wrap gap-3">
      <Button onClick={() => setOpened('one')}>{m.office_award_new()}</Button>
      <Button look="secondary" onClick={() => setOpened('many')}>
        {m.office_award_many()}
      </Button>
      {opened === 'one' && <AwardDialog school={school} onClose={close} />}
      {opened === 'many' && <ManyAwards school={school} onClose={close} />}
    </div>
  );
}

type FilterProps = {
  page: AwardsPage;
  state: (typeof AWARD_SHOWS)[number];
  change: (name: string, value: string) => void;
};

function FilterFields({ page: { seasons, schools, season_id, school_id }, state, change }: FilterProps) {
  const optionsOf = (all: AwardsPage['schools']) =>
    all.map(({ id, text }) => ({ value: String(id), label: text }));
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <SelectField
        name="season"
        label={m.office_award_season()}
        value={String(season_id)}
        onChange={(event) => change('season', event.target.value)}
        options={optionsOf(seasons)}
      />
      <SelectField
        name="school"
        label={m.list_school()}
        value={String(school_id)}
        onChange={(event) => change('school', event.target.value)}
        options={optionsOf(schools)}
      />
      <SelectField
        name="state"
        label={m.office_award_state()}
        value={state}
        onChange={(event) => change('state', event.target.value)}
        options={AWARD_SHOWS.map((value) => ({ value, label: shows[value]() }))}
      />
    </div>
  );
}

/** Aid that schools grant, for the office and for a school's own person (OF7). */
export default function AwardsOfSchools() {
  const { text, choice, change } = useListQuery();
  const state = choice('state', AWARD_SHOWS);
  const awards = useList(listAwards, { season: text('season'), school: text('school'), state });
  const page = awards.data?.pages[0];
  const { season_id = null, school_id = null } = page ?? {};
  const school =
    season_id !== null && school_id !== null ? { period_id: season_id, program_group_id: school_id } : null;
  const name = page?.schools.find(({ id }) => id === school_id)?.text ?? '';
  return (
    <ListPage
      title={m.office_title_awards()}
      parts={awards}
      shownFilters={[
        { name: 'state', label: m.office_award_state(), text: state === 'all' ? '' : shows[state]() },
      ]}
      nothing={
        <EmptyState
          title={
            school
              ? state === 'all'
                ? m.office_award_none()
                : m.office_award_none_here()
              : m.office_award_no_school()
          }
        >
          {school && state === 'all' && m.office_award_none_text()}
        </EmptyState>
      }
      filters={
        <>
          <p className="mb-5 max-w-read">{m.office_award_text()}</p>
          {page && school && <FilterFields page={page} state={state} change={change} />}
          {page?.budget && <BudgetCard budget={page.budget} school={name} />}
          {school && <NewAwards school={school} />}
        </>
      }
    >
      {(rows) => school && <Awards rows={rows} school={school} name={name} />}
    </ListPage>
  );
}
