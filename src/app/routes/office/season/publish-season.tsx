import { useState } from 'react';
import { m } from '#i18n/messages.js';
import type { Board } from '#modules/office/seasons/board.contract.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { LinkToChecks } from './checks/season-checks.tsx';
import { ConfirmChanges } from './confirm-changes.tsx';

type Season = Pick<
  Board['season'],
  'id' | 'version' | 'text' | 'state' | 'schools_ready' | 'schools_by_hour'
>;

function sellsAtOnceText({ text: season, schools_ready: n }: Season): string {
  if (n === 0) return m.office_season_publish_none({ season });
  return n === 1 ? m.office_season_publish_one({ season }) : m.office_season_publish_many({ season, n });
}

function publishText(season: Season): string {
  const { schools_by_hour: n } = season;
  if (n === 0) return sellsAtOnceText(season);
  const later = n === 1 ? m.office_season_publish_later_one() : m.office_season_publish_later({ n });
  return `${sellsAtOnceText(season)} ${later}`;
}

function PublishDialog({ season, onClose }: { season: Season; onClose: () => void }) {
  const { id, version, text } = season;
  const is_draft = season.state !== 'draft';
  const words = is_draft
    ? {
        title: m.office_season_back_title({ season: text }),
        description: m.office_season_back_text({ season: text }),
        confirmText: m.office_season_back(),
        doneText: m.office_season_back_done({ season: text }),
      }
    : {
        title: m.office_season_publish_title({ season: text }),
        description: publishText(season),
        confirmText: m.office_season_publish(),
        doneText: m.office_season_published({ season: text }),
      };
  return (
    <ConfirmChanges
      {...words}
      instead={<LinkToChecks season_id={id} />}
      changes={[{ op: 'update', kind: 'period', id, version, fields: { is_draft } }]}
      onClose={onClose}
    />
  );
}

/** Publishes a draft, or takes a published season back as long as nothing is sold (SE1.3). */
export function PublishSeason({ season, hasSold }: { season: Season; hasSold: boolean }) {
  const [isAsked, setAsked] = useState(false);
  const mayWrite = useRight('season_write');
  const isDraft = season.state === 'draft';
  if (!mayWrite || (!isDraft && hasSold)) return null;
  return (
    <>
      <Button
        look={isDraft ? 'primary' : 'secondary'}
        size="small"
        aria-label={
          isDraft
            ? m.office_season_publish_of({ season: season.text })
            : m.office_season_back_of({ season: season.text })
        }
        onClick={() => setAsked(true)}
      >
        {isDraft ? m.office_season_publish() : m.office_season_back()}
      </Button>
      {isAsked && <PublishDialog season={season} onClose={() => setAsked(false)} />}
    </>
  );
}
