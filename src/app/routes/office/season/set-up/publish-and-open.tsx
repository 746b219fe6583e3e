import { useState } from 'react';
import { m } from '#i18n/messages.js';
import type { SetUp } from '#modules/office/set-up/set-up.contract.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { FoldedChecks, LinkToChecks } from '#app/routes/office/season/checks/season-checks.tsx';
import { ConfirmChanges } from '#app/routes/office/season/confirm-changes.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { previewPath } from '#app/routes/office/preview/preview-query.ts';
import { publishingChanges } from './set-up-changes.ts';

const openingText = (n: number, season: string) =>
  n === 1 ? m.office_set_up_publish_one({ season }) : m.office_set_up_publish_many({ season, n });

/** The last stop: a purchase to try in the preview, then the sale (SE11.2). */
export function PublishAndOpen({ setUp }: { setUp: SetUp }) {
  const [isAsked, setAsked] = useState(false);
  const mayWrite = useRight('season_write');
  const { period } = setUp.objects;
  const isReady = setUp.stops.every(({ missing }) => missing.length === 0);
  if (!period) return <p>{m.office_set_up_first()}</p>;
  return (
    <div className="grid justify-items-start gap-4">
      <p>{m.office_set_up_test_text()}</p>
      <LinkButton look="secondary" to={previewPath({ season: period.id, open: true })}>
        {m.office_set_up_test()}
      </LinkButton>
      <FoldedChecks season_id={String(period.id)} />
      {mayWrite && (
        <Button disabledReason={isReady ? undefined : m.office_set_up_first()} onClick={() => setAsked(true)}>
          {m.office_set_up_publish()}
        </Button>
      )}
      {isAsked && (
        <ConfirmChanges
          title={m.office_set_up_publish_title({ season: period.name })}
          description={openingText(setUp.opening.length, period.name)}
          confirmText={m.office_set_up_publish()}
          doneText={m.office_set_up_published({ season: period.name })}
          source="setup"
          instead={<LinkToChecks season_id={period.id} />}
          changes={publishingChanges(setUp)}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}
