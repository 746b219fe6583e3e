import { useState } from 'react';
import { useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import type { SentAct } from '#modules/catalog/planning/many.contract.ts';
import { MANY_KINDS, type ManyKind } from '#modules/catalog/planning/many-changes.ts';
import type { Board } from '#modules/office/seasons/board.contract.ts';
import { standingOf } from '#app/routes/office/season/board/board-checks.ts';
import { BoardFilters } from '#app/routes/office/season/board/board-filters.tsx';
import { shownSchools } from '#app/routes/office/season/board/board-view.ts';
import { useBoardQuery } from '#app/routes/office/season/board/use-board-query.ts';
import { useChecks } from '#app/routes/office/season/checks/season-checks.tsx';
import { SeasonWork } from '#app/routes/office/season/season-work.tsx';
import { useAskBeforeLeaving } from '#app/forms/use-ask-before-leaving.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { forgetUnsavedChanges } from '#app/shell/unsaved-changes.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { ActForm } from './act-form.tsx';
import { actText } from './act-words.ts';
import { choiceOf, partsOf } from './choice.ts';
import { ChooseObjects } from './choose-objects.tsx';
import { PlanPart } from './plan-part.tsx';
import { usePlan, type Wanted } from './use-plan.ts';

export const meta = () => pageTitle(m.office_title_many());

const KINDS: Readonly<Record<ManyKind, () => string>> = {
  route: m.office_many_of_route,
  period_program: m.office_many_of_period_program,
  period_group: m.office_many_of_period_group,
};

/** What is chosen and what is done to it; another kind begins anew. */
function useWanted() {
  const [kind, setKind] = useState<ManyKind>('route');
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set());
  const [acts, setActs] = useState<SentAct[]>([]);
  return {
    kind,
    chosen,
    choose,
    acts,
    wanted: { kind, ids: [...chosen], acts } satisfies Wanted,
    setKind: (next: ManyKind) => {
      setKind(next);
      choose(new Set());
      setActs([]);
    },
    add: (act: SentAct) => setActs((now) => [...now, act]),
    remove: (at: number) => setActs((now) => now.filter((_, nth) => nth !== at)),
  };
}

type WantedState = ReturnType<typeof useWanted>;

function ActList({ kind, acts, remove }: Pick<WantedState, 'kind' | 'acts' | 'remove'>) {
  if (acts.length === 0) return null;
  return (
    <ol className="mb-4 list-decimal border-b border-hair pb-4 pl-5">
      {acts.map((act, at) => {
        const text = actText(kind, act);
        return (
          <li key={at} className="wrap-anywhere">
            <span>{text}</span>{' '}
            <Button
              look="quiet"
              size="small"
              aria-label={m.office_many_remove_of({ act: text })}
              onClick={() => remove(at)}
            >
              {m.office_many_remove()}
            </Button>
          </li>
        );
      })}
    </ol>
  );
}

type ChoicePartProps = { board: Board; state: WantedState; isBusy: boolean; onShow: (act?: SentAct) => void };

function ChoicePart({ board, state, isBusy, onShow }: ChoicePartProps) {
  const { filters, change } = useBoardQuery();
  const { kind, chosen, acts } = state;
  const checks = useChecks(String(board.season.id));
  const shown = shownSchools(board.schools, filters, standingOf(checks.data ?? []));
  return (
    <>
      <BoardFilters board={board} filters={filters} change={change} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Card>
          <section aria-label={m.office_many_step_choose()}>
            <h2 className="mb-3 text-lg font-bold">{m.office_many_step_choose()}</h2>
            <SelectField
              name="kind"
              label={m.office_many_of()}
              value={kind}
              onChange={(event) => state.setKind(event.target.value as ManyKind)}
              options={MANY_KINDS.map((one) => ({ value: one, label: KINDS[one]() }))}
            />
            <p role="status" className="my-2 font-semibold">
              {m.office_many_chosen({ n: chosen.size })}
            </p>
            <ChooseObjects
              choice={choiceOf(shown, kind)}
              isOfSchools={kind === 'period_group'}
              chosen={chosen}
              onChange={state.choose}
            />
          </section>
        </Card>
        <Card>
          <section aria-label={m.office_many_acts()}>
            <h2 className="mb-3 text-lg font-bold">{m.office_many_acts()}</h2>
            <ActList {...state} />
            <ActForm
              kind={kind}
              parts={partsOf(board, kind, chosen)}
              today={board.today}
              hasActs={acts.length > 0}
              isBusy={isBusy}
              showsNotYet={chosen.size > 0 ? undefined : m.office_many_choose_first()}
              onAdd={state.add}
              onShow={onShow}
            />
          </section>
        </Card>
      </div>
    </>
  );
}

function ChangeMany({ board }: { board: Board }) {
  const state = useWanted();
  const plan = usePlan(board.season.id);
  const navigate = useNavigate();
  const first = state.acts[0];
  useAskBeforeLeaving(state.chosen.size > 0 || first !== undefined);
  const show = (act?: SentAct) => {
    if (act) state.add(act);
    const { wanted } = state;
    void plan.show(act ? { ...wanted, acts: [...wanted.acts, act] } : wanted);
  };
  return (
    <>
      <PageHead title={m.office_title_many()} />
      <ErrorNotice text={plan.problem} className="mb-4" />
      {plan.plan && first ? (
        <PlanPart
          {...plan}
          plan={plan.plan}
          title={m.office_many_title_of({ act: actText(state.kind, first), n: state.chosen.size })}
          onDone={() => {
            forgetUnsavedChanges();
            void navigate(`/admin/seasons/${board.season.id}`);
          }}
        />
      ) : (
        <ChoicePart board={board} state={state} isBusy={plan.isBusy} onShow={show} />
      )}
    </>
  );
}

/** Changes many routes, programs or schools of a season by one change set (SE12). */
export default function ManyPage() {
  return <SeasonWork title={m.office_title_many()}>{(board) => <ChangeMany board={board} />}</SeasonWork>;
}
