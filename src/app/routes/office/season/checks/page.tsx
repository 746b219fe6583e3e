import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { BackLink } from '#app/lists/way-back.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { SeasonChecks } from './season-checks.tsx';

export const meta = () => pageTitle(m.office_title_checks());

export default function ChecksPage() {
  const { season_id = '' } = useParams();
  return (
    <>
      <BackLink to={`/admin/seasons/${season_id}`} text={m.office_checks_back()} />
      <PageHead title={m.office_title_checks()} />
      <SeasonChecks season_id={season_id} />
    </>
  );
}
