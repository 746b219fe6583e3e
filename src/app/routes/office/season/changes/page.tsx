import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { changeList } from '#modules/catalog/changes/change-list.ts';
import { listChanges, type ChangeSetAnswer } from '#modules/catalog/changes/changes.contract.ts';
import { OfficeList } from '#app/lists/office-list.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { pageTitle } from '#app/shell/page-title.ts';

export const meta = () => pageTitle(m.office_title_changes());

function SetLink({ set: { id, title, what } }: { set: ChangeSetAnswer }) {
  return (
    <>
      <Link to={`/admin/changes/${id}`} data-row className={`${rowLink} font-semibold`}>
        {title ?? what}
      </Link>
      {title !== null && <span className="block text-ink-soft">{what}</span>}
    </>
  );
}

function UndoneBy({ set: { undone_by, undoes_id } }: { set: ChangeSetAnswer }) {
  const [id, text] =
    undone_by === null ? [undoes_id, m.office_change_undoes] : [undone_by, m.office_change_undone_by];
  if (id === null) return <span>{m.office_none()}</span>;
  return (
    <Link to={`/admin/changes/${id}`} className={rowLink}>
      {text({ id })}
    </Link>
  );
}

/** Other facts of a set are plain texts of the list. */
const cells = {
  what: (set: ChangeSetAnswer) => <SetLink set={set} />,
  undone: (set: ChangeSetAnswer) => <UndoneBy set={set} />,
};

/** The change sets of the catalog, the newest first (SE3.8). */
export default function Changes() {
  return <OfficeList list={listChanges} view={changeList} path="/admin/changes" cells={cells} />;
}
