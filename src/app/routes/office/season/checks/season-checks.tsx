import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { CHECK_SEVERITIES, type CheckSeverity } from '#modules/catalog/checks/check.states.ts';
import {
  listChecks,
  putCheckAside,
  takeCheckBack,
  type CheckAnswer,
} from '#modules/catalog/checks/checks.contract.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { call } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { useAct } from '#app/forms/use-act.ts';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { NoteDialog } from '#app/routes/office/note-dialog.tsx';
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';

export const SEVERITY_TITLES: Readonly<Record<CheckSeverity, () => string>> = {
  stop: m.office_checks_stop,
  money: m.office_checks_money,
  look: m.office_checks_look,
};

type ShownProps = { season_id: string; checks: readonly CheckAnswer[]; mayWrite: boolean };
type OneProps = { season_id: string; check: CheckAnswer };

const namedBy = ({ code, subject: { kind, id }, field }: CheckAnswer) => ({
  code,
  subject: { kind, id },
  field,
});

export const keyOf = (check: CheckAnswer) => JSON.stringify(namedBy(check));

function PutAside({ season_id, check }: OneProps) {
  const [isAsked, setAsked] = useState(false);
  const { text, subject } = check;
  const send = (note: string) =>
    call(putCheckAside, {
      params: { id: season_id },
      body: { ...namedBy(check), version: subject.version, note },
    });
  return (
    <>
      <Button
        look="quiet"
        size="small"
        aria-label={m.office_checks_put_aside_of({ check: text })}
        onClick={() => setAsked(true)}
      >
        {m.office_checks_put_aside()}
      </Button>
      {isAsked && (
        <NoteDialog
          title={m.office_checks_put_aside_title()}
          description={text}
          field={{
            name: 'note',
            label: m.office_checks_put_aside_note(),
            note: m.office_checks_put_aside_hint({ name: subject.name }),
          }}
          confirmText={m.office_checks_put_aside()}
          doneText={m.office_checks_put_aside_done()}
          send={send}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

function TakeBack({ season_id, check }: OneProps) {
  const { isBusy, problem, act } = useAct();
  const queries = useQueryClient();
  const say = useToast();
  const takeBack = () =>
    act(async () => {
      await call(takeCheckBack, { params: { id: season_id }, body: namedBy(check) });
      say(m.office_checks_take_back_done());
      await queries.invalidateQueries();
    });
  return (
    <span className="grid justify-items-start gap-2">
      <Button
        look="quiet"
        size="small"
        busy={isBusy}
        aria-label={m.office_checks_take_back_of({ check: check.text })}
        onClick={() => void takeBack()}
      >
        {m.office_checks_take_back()}
      </Button>
      <ErrorNotice text={problem} />
    </span>
  );
}

function WhyAside({ put_aside }: Pick<CheckAnswer, 'put_aside'>) {
  const timeText = useCompanyTime();
  if (!put_aside) return null;
  const { by, at, note } = put_aside;
  return (
    <p className="text-sm text-ink-soft wrap-anywhere">
      {m.office_checks_by({ by, at: timeText(at), note })}
    </p>
  );
}

function CheckRow({ check, children }: { check: CheckAnswer; children: Elements }) {
  return (
    <li className="grid gap-2 border-t border-hair py-3 first:border-t-0 sm:grid-cols-[1fr_auto] sm:gap-4">
      <div className="min-w-0">
        <p className="wrap-anywhere">{check.text}</p>
        <WhyAside put_aside={check.put_aside} />
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <Link
          to={check.mend_path}
          aria-label={m.office_checks_mend_of({ check: check.text })}
          className={buttonClass('secondary', undefined, 'small')}
        >
          {m.office_checks_mend()}
        </Link>
        {children}
      </div>
    </li>
  );
}

function Severity({ severity, season_id, checks, mayWrite }: ShownProps & { severity: CheckSeverity }) {
  const ofSeverity = checks.filter((check) => check.severity === severity && !check.put_aside);
  if (ofSeverity.length === 0) return null;
  return (
    <Card title={SEVERITY_TITLES[severity]()}>
      <ul>
        {ofSeverity.map((check) => (
          <CheckRow key={keyOf(check)} check={check}>
            {mayWrite && severity !== 'stop' && <PutAside season_id={season_id} check={check} />}
          </CheckRow>
        ))}
      </ul>
    </Card>
  );
}

function Aside({ season_id, checks, mayWrite }: ShownProps) {
  const aside = checks.filter(({ put_aside }) => put_aside);
  if (aside.length === 0) return null;
  return (
    <Card title={m.office_checks_aside()}>
      <ul>
        {aside.map((check) => (
          <CheckRow key={keyOf(check)} check={check}>
            {mayWrite && <TakeBack season_id={season_id} check={check} />}
          </CheckRow>
        ))}
      </ul>
    </Card>
  );
}

/** The checks of a school year by severity, and below what was put aside. */
export function ShownChecks(props: ShownProps) {
  if (props.checks.length === 0)
    return <EmptyState title={m.office_checks_none()}>{m.office_checks_none_text()}</EmptyState>;
  return (
    <div className="grid gap-4">
      {CHECK_SEVERITIES.map((severity) => (
        <Severity key={severity} severity={severity} {...props} />
      ))}
      <Aside {...props} />
    </div>
  );
}

/** The way to what must be mended first. */
export const LinkToChecks = ({ season_id }: { season_id: number }) => (
  <LinkButton to={`/admin/seasons/${season_id}/checks`}>{m.office_checks_see()}</LinkButton>
);

export const useChecks = (season_id: string) => useItems(listChecks, { params: { id: season_id } });

/** What is wrong or doubtful about a school year, with the way to each mend (SE6). */
export function SeasonChecks({ season_id }: { season_id: string }) {
  const mayWrite = useRight('season_write');
  const query = useChecks(season_id);
  if (isNotFound(query.error)) return <ToNotFound />;
  return (
    <Loaded query={query} loading={m.office_checks_loading()}>
      {(checks) => <ShownChecks season_id={season_id} checks={checks} mayWrite={mayWrite} />}
    </Loaded>
  );
}

const countOf = (checks: readonly CheckAnswer[], severity: CheckSeverity) =>
  checks.filter((check) => check.severity === severity && !check.put_aside).length;

/** How many checks of each severity stand. */
export function checksInShort(checks: readonly CheckAnswer[]): string {
  const counted = CHECK_SEVERITIES.map((severity) => ({ severity, n: countOf(checks, severity) }));
  const texts = counted.filter(({ n }) => n > 0);
  if (texts.length === 0) return m.office_checks_none();
  return texts
    .map(({ severity, n }) => m.office_checks_count({ what: SEVERITY_TITLES[severity](), n }))
    .join(', ');
}

/** The checks in short, with the way to them. */
export function ChecksLink({ season_id }: { season_id: string }) {
  return (
    <Loaded query={useChecks(season_id)} loading={m.office_checks_loading()}>
      {(checks) => (
        <Link to={`/admin/seasons/${season_id}/checks`} className="underline underline-offset-4">
          {checksInShort(checks)}
        </Link>
      )}
    </Loaded>
  );
}

/** The checks in short, which open to all of them (SE1.3, SE6.1). */
export function FoldedChecks({ season_id }: { season_id: string }) {
  const mayWrite = useRight('season_write');
  return (
    <Loaded query={useChecks(season_id)} loading={m.office_checks_loading()}>
      {(checks) => (
        <Disclosure label={<span>{m.office_checks_of({ counts: checksInShort(checks) })}</span>}>
          <ShownChecks season_id={season_id} checks={checks} mayWrite={mayWrite} />
        </Disclosure>
      )}
    </Loaded>
  );
}
