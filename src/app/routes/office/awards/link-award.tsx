import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import { shownName } from '#kit/text/full-name.ts';
import { linkAward, type Award } from '#modules/aid/aid.contract.ts';
import { childName, grantedText } from '#modules/aid/award-texts.ts';
import { listStudentRows, type StudentListRow } from '#modules/office/lists/student-list.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useOnce } from '#app/api/use-once.ts';
import { useAct } from '#app/forms/use-act.ts';
import { FamilyLink, StudentLink } from '#app/lists/row-links.tsx';
import { SearchForm } from '#app/lists/search-form.tsx';
import { Button } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { useToast } from '#app/ui/toast.tsx';

/** More children of one name do not help; the words of the search are then too few. */
const MOST_SHOWN = '20';

const dayText = (day: Award['date_of_birth']) => (day ? formatDate(day) : m.office_none());

function AwardFacts({ award }: { award: Award }) {
  return (
    <Facts
      facts={[
        { label: m.office_award_child(), value: childName(award) },
        { label: m.office_award_born(), value: dayText(award.date_of_birth) },
        { label: m.office_award_email(), value: award.contact_email ?? m.office_none() },
        { label: m.list_school(), value: award.school.text },
        { label: m.office_award_grade(), value: award.grade_text ?? m.office_none() },
        { label: m.office_award_granted(), value: grantedText(award) },
      ]}
    />
  );
}

const columns: readonly Column<StudentListRow>[] = [
  {
    key: 'child',
    header: m.office_award_child(),
    narrow: 'title',
    cell: (child) => <StudentLink {...child} />,
  },
  {
    key: 'born',
    header: m.office_award_born(),
    cell: ({ date_of_birth }) => <span className="figures">{dayText(date_of_birth)}</span>,
  },
  { key: 'family', header: m.office_column_parent(), cell: ({ parent }) => <FamilyLink {...parent} /> },
  {
    key: 'school',
    header: m.list_school(),
    cell: ({ school, grade }) =>
      [school, grade].filter((part) => part !== null).join(', ') || m.office_none(),
  },
];

type ChildrenProps = { search: string; isBusy: boolean; onChoose: (child: StudentListRow) => void };

function Children({ search, isBusy, onChoose }: ChildrenProps) {
  const query = useItems(listStudentRows, { query: { search, limit: MOST_SHOWN } });
  const link: Column<StudentListRow> = {
    key: 'link',
    header: m.office_award_acts(),
    cell: (child) => (
      <Button
        size="small"
        disabled={isBusy}
        aria-label={m.office_award_link_child({ name: shownName(child) })}
        onClick={() => onChoose(child)}
      >
        {m.office_award_link()}
      </Button>
    ),
  };
  return (
    <Loaded query={query} loading={m.office_loading()}>
      {([page]) =>
        !page || page.rows.length === 0 ? (
          <p role="status">{m.office_award_link_none()}</p>
        ) : (
          <>
            <Table
              dense
              caption={m.office_award_link_children()}
              columns={[...columns, link]}
              rows={page.rows}
              rowKey={({ id }) => id}
            />
            {page.next !== null && <p>{m.office_award_link_more()}</p>}
          </>
        )
      }
    </Loaded>
  );
}

/** The award above the children who may be meant, by its name first; staff choose the one (OF7.3). */
export function LinkAward({ award, onClose }: { award: Award; onClose: () => void }) {
  const [search, setSearch] = useState(childName(award));
  const { isBusy, problem, act } = useAct();
  const queries = useQueryClient();
  const say = useToast();
  const once = useOnce();
  const choose = async (child: StudentListRow) => {
    await act(async () => {
      const body = { student_id: child.id, version: award.version };
      await once(body, (headers) => callForOne(linkAward, { params: { id: award.id }, headers, body }));
      onClose();
      say(m.office_award_linked({ name: shownName(child) }));
    });
    await queries.invalidateQueries();
  };
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : onClose}
      size="side"
      title={m.office_award_link_of({ name: childName(award) })}
      description={m.office_award_link_text()}
    >
      <div className="grid gap-5">
        <AwardFacts award={award} />
        <SearchForm
          value={search}
          label={m.office_award_link_search()}
          note={m.office_award_link_note()}
          onSearch={(typed) => setSearch(typed.trim() || childName(award))}
        />
        <ErrorNotice text={problem} />
        <Children search={search} isBusy={isBusy} onChoose={(child) => void choose(child)} />
      </div>
    </Dialog>
  );
}
