import { useState } from 'react';
import { m } from '#i18n/messages.js';
import type { ManyAnswer } from '#modules/catalog/planning/many.contract.ts';
import { ConfirmChanges } from '#app/routes/office/season/confirm-changes.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { LeftOutList, PlanTable } from './plan-table.tsx';
import type { Plan } from './use-plan.ts';

/** As long as the title of a change set may be. */
const TITLE_MAX = 200;

type PlanPartProps = Omit<Plan, 'plan' | 'show'> & { plan: ManyAnswer; title: string; onDone: () => void };

/** The values before and after, and the question with the effects (SE12.2). */
export function PlanPart({ plan, title: proposed, onDone, ...editing }: PlanPartProps) {
  const { edits, problems, ready, isBusy, changed, review, toChoice, toTable } = editing;
  const [title, setTitle] = useState(proposed.slice(0, TITLE_MAX));
  const wrong = Object.keys(problems).length;
  const objects = new Set(plan.rows.map(({ id }) => id)).size - edits.out.size;
  return (
    <section aria-label={m.office_many_values()}>
      <h2 className="mb-2 text-lg font-bold">{m.office_many_values()}</h2>
      <p className="mb-3">
        {plan.rows.length === 0
          ? m.office_many_values_none()
          : m.office_many_values_text({ n: plan.rows.length, m: objects })}
      </p>
      <ErrorNotice text={wrong > 0 && m.office_many_problems({ n: wrong })} className="mb-4" />
      <LeftOutList left_out={plan.left_out} />
      <PlanTable
        plan={plan}
        edits={edits}
        problems={problems}
        onType={editing.type}
        onTakeOut={editing.takeOut}
      />
      <TextField
        name="title"
        label={m.office_many_title()}
        value={title}
        maxLength={TITLE_MAX}
        className="my-4 max-w-2xl"
        onChange={(event) => setTitle(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          busy={isBusy}
          onClick={() => void review()}
          disabledReason={changed.length === 0 ? m.office_many_values_none() : undefined}
        >
          {m.office_many_review()}
        </Button>
        <Button look="secondary" onClick={toChoice}>
          {m.office_many_edit_acts()}
        </Button>
      </div>
      {ready && (
        <ConfirmChanges
          title={m.office_many_apply_title()}
          description={m.office_many_apply_text({ n: ready.length })}
          confirmText={
            ready.length === 1 ? m.office_many_apply_one() : m.office_many_apply({ n: ready.length })
          }
          doneText={m.office_many_applied({ n: ready.length })}
          changeTitle={title}
          changes={ready}
          onClose={toTable}
          onDone={onDone}
        />
      )}
    </section>
  );
}
