import { Link, useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { readChangeSet, type ChangeSetAnswer } from '#modules/catalog/changes/changes.contract.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { BackLink } from '#app/lists/way-back.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Card, Facts } from '#app/ui/card.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { ChangeObjects } from '#app/routes/office/season/changes/change-objects.tsx';
import { SOURCE_TEXTS, whoText } from '#modules/catalog/changes/change-list.ts';
import { UndoChange } from './undo-change.tsx';

export const meta = () => pageTitle(m.office_title_change_set());

function SetLink({ id, text }: { id: number; text: string }) {
  return (
    <Link to={`/admin/changes/${id}`} className={rowLink}>
      {text}
    </Link>
  );
}

function SetFacts({ set }: { set: ChangeSetAnswer }) {
  const timeText = useCompanyTime();
  const { undoes_id, undone_by } = set;
  return (
    <Card className="mb-4">
      <Facts
        facts={[
          { label: m.office_column_what(), value: set.what },
          { label: m.office_column_when(), value: timeText(set.at) },
          { label: m.office_column_who(), value: whoText(set) },
          { label: m.office_change_filter_source(), value: SOURCE_TEXTS[set.source]() },
          { label: m.office_change_column_objects(), value: set.objects },
          ...(undoes_id === null
            ? []
            : [
                {
                  label: m.office_change_undoing(),
                  value: <SetLink id={undoes_id} text={m.office_change_number({ id: undoes_id })} />,
                },
              ]),
          ...(undone_by === null
            ? []
            : [
                {
                  label: m.office_change_column_undone(),
                  value: <SetLink id={undone_by} text={m.office_change_number({ id: undone_by })} />,
                },
              ]),
        ]}
      />
    </Card>
  );
}

/** A change set with each field before beside after, and its undo (SE3.7, SE3.8). */
export default function Change() {
  const { change_id = '' } = useParams();
  const mayWrite = useRight('season_write');
  const found = useItems(readChangeSet, { params: { id: Number(change_id) } });
  if (isNotFound(found.error)) return <ToNotFound />;
  return (
    <>
      <BackLink to="/admin/changes" text={m.office_change_back()} />
      <LoadedPage query={found} title={m.office_title_change_set()} loading={m.office_loading()}>
        {([set]) =>
          set && (
            <>
              <PageHead
                title={set.title ?? set.what}
                actions={mayWrite && set.undone_by === null && <UndoChange key={set.id} set={set} />}
              />
              <SetFacts set={set} />
              <ChangeObjects areStored rows={set.rows} />
            </>
          )
        }
      </LoadedPage>
    </>
  );
}
