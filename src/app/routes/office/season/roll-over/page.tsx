import { useState } from 'react';
import { m } from '#i18n/messages.js';
import type { RolloverAnswer } from '#modules/catalog/planning/rollover.contract.ts';
import { ApiError, isNotFound, sentencesOf } from '#app/api/api-error.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { SeasonWork } from '#app/routes/office/season/season-work.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorNotice, Notice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { GoesAndStays, TickedObjects } from './goes-along.tsx';
import { MakeDraft } from './make-draft.tsx';
import { Rules } from './rules.tsx';
import { Texts } from './texts.tsx';
import { useEdits, useRollover } from './use-rollover.ts';
import { Values } from './values.tsx';

export const meta = () => pageTitle(m.office_title_roll_over());

const SHOWN = 20;

function Problems({ plan: { problems } }: { plan: RolloverAnswer }) {
  if (problems.length === 0) return null;
  return (
    <Notice
      tone="danger"
      role="status"
      className="mb-4"
      title={
        problems.length === 1 ? m.office_roll_problem_one() : m.office_roll_problems({ n: problems.length })
      }
    >
      <ul className="list-disc pl-5">
        {problems.slice(0, SHOWN).map(({ names, sentence }, at) => (
          <li key={at}>
            {names.length === 0 ? sentence : m.office_roll_problem({ of: names.join(' · '), sentence })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** What the draft is to be looked at for; its publication waits for the gravest (SE9.7). */
function Checks({ plan: { checks } }: { plan: RolloverAnswer }) {
  if (checks.length === 0) return null;
  return (
    <Disclosure label={m.office_roll_to_look_at({ n: checks.length })}>
      <ul className="mb-4 list-disc pl-5">
        {checks.slice(0, SHOWN).map(({ sentence }, at) => (
          <li key={at}>{sentence}</li>
        ))}
      </ul>
    </Disclosure>
  );
}

type WorkProps = { season_id: number; plan: RolloverAnswer; onDiscard: () => Promise<void> };

function Work({ season_id, plan, onDiscard }: WorkProps) {
  const [tab, setTab] = useState('along');
  const edits = useEdits(season_id);
  const { counts, settings } = plan;
  return (
    <>
      <PageHead
        title={m.office_roll_title({ old: plan.season.text, new: settings.text })}
        actions={
          <>
            <ConfirmButton
              label={m.office_roll_discard()}
              title={m.office_roll_discard_title()}
              description={m.office_roll_discard_text()}
              done={m.office_roll_discarded()}
              act={onDiscard}
            />
            <MakeDraft season_id={season_id} text={settings.text} saved={edits.saved} />
          </>
        }
      />
      <p className="mb-4 text-ink-soft">{m.office_roll_intro()}</p>
      <ErrorNotice text={edits.problem} className="mb-4" />
      <Problems plan={plan} />
      <Checks plan={plan} />
      <Tabs
        label={m.office_title_roll_over()}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'along',
            label: m.office_roll_tab_along(),
            panel: (
              <div className="grid gap-6">
                <GoesAndStays plan={plan} />
                <TickedObjects plan={plan} edits={edits} />
              </div>
            ),
          },
          { value: 'rules', label: m.office_roll_tab_rules(), panel: <Rules plan={plan} edits={edits} /> },
          {
            value: 'values',
            label: m.office_roll_tab_values({ n: counts.values }),
            panel: <Values season_id={season_id} edits={edits} />,
          },
          {
            value: 'texts',
            label: m.office_roll_tab_texts({ n: counts.replaced, all: counts.texts }),
            panel: <Texts season_id={season_id} edits={edits} />,
          },
        ]}
      />
    </>
  );
}

/** The plan there is, the way to begin one, or the season that has been made already. */
function RollOver({ season_id, season }: { season_id: number; season: string }) {
  const { plan, isBusy, problem, open, discard } = useRollover(season_id);
  const [found] = plan.data ?? [];
  const title = m.office_roll_over_of({ season });
  if (plan.error instanceof ApiError && plan.error.status === 409)
    return (
      <>
        <PageHead title={title} />
        <Notice>{sentencesOf(plan.error).join(' ')}</Notice>
      </>
    );
  if (isNotFound(plan.error))
    return (
      <>
        <PageHead title={title} />
        <Card>
          <EmptyState title={m.office_roll_none({ season })}>{m.office_roll_none_text()}</EmptyState>
          <ErrorNotice text={problem} className="mb-4" />
          <Button busy={isBusy} onClick={() => void open()}>
            {m.office_roll_start()}
          </Button>
        </Card>
      </>
    );
  return (
    <LoadedPage query={plan} title={title} loading={m.office_loading()}>
      {() => found && <Work season_id={season_id} plan={found} onDiscard={discard} />}
    </LoadedPage>
  );
}

/** Makes the next season of a season, from days, prices and texts of the old one (SE9). */
export default function RollOverPage() {
  return (
    <SeasonWork title={m.office_title_roll_over()}>
      {({ season: { id, text } }) => <RollOver season_id={id} season={text} />}
    </SeasonWork>
  );
}
