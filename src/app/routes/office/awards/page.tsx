import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import { endAward, listAwards, type Award, type AwardsPage } from '#modules/aid/aid.contract.ts';
import { awardList } from '#modules/aid/award-list.ts';
import { awardStates, childName, grantedText } from '#modules/aid/award-texts.ts';
import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { OfficeList } from '#app/lists/office-list.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { useListQuery } from '#app/lists/use-list.ts';
import { NoteDialog } from '#app/routes/office/note-dialog.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import type { Column } from '#app/ui/table.tsx';
import { AwardDialog, type OfSchool } from './award-dialog.tsx';
import { BudgetCard } from './budget-card.tsx';
import { LinkAward } from './link-award.tsx';
import { ManyAwards } from './many-awards.tsx';

export const meta = () => pageTitle(m.office_title_awards());

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

/** The address names the award whose dialog is open, so that the worklist leads there. */
function LinkAct({ award }: { award: Award }) {
  const { text, change } = useListQuery();
  if (!useRight('families_write') || award.state !== 'open') return null;
  return (
    <>
      <Button
        look="secondary"
        size="small"
        aria-label={m.office_award_link_of({ name: childName(award) })}
        onClick={() => change('award', String(award.id))}
      >
        {m.office_award_link()}
      </Button>
      {text('award') === String(award.id) && <LinkAward award={award} onClose={() => change('award', '')} />}
    </>
  );
}

function AwardActs({ award }: { award: Award }) {
  const [opened, setOpened] = useState<'change' | 'end'>();
  const close = () => setOpened(undefined);
  if (award.state === 'used' || award.state === 'ended') return <span>{m.office_none()}</span>;
  const name = childName(award);
  return (
    <span className="flex flex-wrap gap-2 py-1">
      <LinkAct award={award} />
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
      {opened === 'change' && <AwardDialog award={award} onClose={close} />}
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
        <Link to={`/admin/orders/${order_id}`} className={`${rowLink} block`}>
          {m.contract_order_id({ id: order_id })}
        </Link>
      )}
    </>
  );
}

const cells = {
  child: (award: Award) => <b className="wrap-anywhere">{childName(award)}</b>,
  state: ({ state, end_reason }: Award) => (
    <>
      <b className="block">{awardStates[state]()}</b>
      {end_reason && <span className="block text-ink-soft wrap-anywhere">{end_reason}</span>}
    </>
  ),
  granted: (award: Award) => (
    <>
      <span className="figures block">{grantedText(award)}</span>
      {award.needs_confirmation && <span className="block text-ink-soft">{m.office_award_waits()}</span>}
    </>
  ),
  family: (award: Award) => <Family award={award} />,
};

const acts: readonly Column<Award>[] = [
  { key: 'acts', header: m.office_award_acts(), cell: (award) => <AwardActs award={award} /> },
];

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

/** A list opens with the newest season and the first school. */
function useFirstSchool({ seasons: [season], schools: [school] }: AwardsPage) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const isOpened = useRef(search !== '');
  useEffect(() => {
    if (isOpened.current || !season || !school) return;
    isOpened.current = true;
    void navigate(`?season=${season.id}&school=${school.id}`, { replace: true, preventScrollReset: true });
  }, [navigate, season, school]);
}

function SchoolPart({ page }: { page: AwardsPage }) {
  useFirstSchool(page);
  const { season_id, school_id, schools, budget } = page;
  if (season_id === null || school_id === null)
    return (
      <p className="mb-5">{schools.length > 0 ? m.office_award_choose() : m.office_award_no_school()}</p>
    );
  const name = schools.find(({ id }) => id === school_id)?.text ?? '';
  return (
    <>
      {budget && <BudgetCard budget={budget} school={name} />}
      <NewAwards school={{ period_id: season_id, program_group_id: school_id }} />
    </>
  );
}

/** Aid that schools grant, for the office and for a school's own person (OF7). */
export default function AwardsOfSchools() {
  return (
    <OfficeList
      list={listAwards}
      view={awardList}
      path="/admin/awards"
      cells={cells}
      extra={acts}
      above={(page) => <SchoolPart page={page as AwardsPage} />}
    />
  );
}
