import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';
import { readSetUp, type SetUp } from '#modules/office/set-up/set-up.contract.ts';
import {
  STOPS,
  TEXT_FIELDS,
  type Missing,
  type Stop,
  type TextField,
} from '#modules/office/set-up/set-up-parts.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { ObjectLink } from '#app/routes/office/season/object-link.tsx';
import { ObjectSheet } from '#app/routes/office/season/objects/object-sheet.tsx';
import { useMayWrite } from '#app/routes/office/season/objects/use-may-write.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { PublishAndOpen } from './publish-and-open.tsx';
import { STOP } from './stop-form.tsx';
import { CompanyForm, ProgramForm, RouteForm, SchoolForm, SeasonForm, TextsForm } from './stop-forms.tsx';

const TITLES: Readonly<Record<Stop, () => string>> = {
  company: m.office_set_up_company,
  school: m.office_set_up_school,
  program: m.office_set_up_program,
  season: m.office_set_up_season,
  route: m.office_set_up_route,
  texts: m.office_set_up_texts,
  test: m.office_set_up_test,
};

const FORMS = {
  company: CompanyForm,
  school: SchoolForm,
  program: ProgramForm,
  season: SeasonForm,
  route: RouteForm,
  texts: TextsForm,
} as const satisfies Partial<Record<Stop, (props: { setUp: SetUp }) => unknown>>;

type SetUpKind = keyof SetUp['objects'];

/** The objects of a stop, each with its own form once it is there. */
const OBJECTS: Readonly<Record<Stop, readonly SetUpKind[]>> = {
  company: ['company', 'division'],
  school: ['program_group'],
  program: ['program'],
  season: ['period'],
  route: ['route'],
  texts: ['division', 'period_program', 'period_group'],
  test: [],
};

/** What must be there before the form of a stop can make its objects. */
const NEEDS: Readonly<Record<Stop, readonly SetUpKind[]>> = {
  company: [],
  school: ['division'],
  program: ['program_group'],
  season: [],
  route: ['program_group', 'program', 'period'],
  texts: ['company', 'division', 'program_group', 'program', 'period'],
  test: ['period'],
};

const isText = (missing: Missing): missing is TextField =>
  (TEXT_FIELDS as readonly string[]).includes(missing);

function missingText(missing: Exclude<Missing, TextField>): string {
  if (missing === 'notice') return m.office_set_up_missing_notice();
  if (missing === 'earlier_stops') return m.office_set_up_missing_stops();
  if (missing === 'grades') return m.office_set_up_missing_grades();
  return KIND_NAMES[missing].one();
}

const textsText = (n: number): string =>
  n === 1 ? m.office_set_up_missing_text() : m.office_set_up_missing_texts({ n });

type Shown = { stop: Stop; missing: readonly Missing[] };

function stateText({ stop, missing }: Shown): string {
  if (missing.length === 0) return stop === 'test' ? m.office_set_up_ready() : m.office_set_up_done();
  const texts = missing.filter(isText).length;
  const others = missing.flatMap((one) => (isText(one) ? [] : [missingText(one)]));
  return m.office_set_up_missing({ what: [...(texts > 0 ? [textsText(texts)] : []), ...others].join(', ') });
}

function StopLine({ stops, open }: { stops: readonly Shown[]; open: Stop }) {
  return (
    <nav aria-label={m.office_set_up_stops()}>
      <ol className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
        {stops.map((one, at) => (
          <li key={one.stop}>
            <Link
              to={`?${STOP}=${one.stop}`}
              aria-current={one.stop === open ? 'step' : undefined}
              className={classNames(
                'grid min-h-11 gap-1 rounded-md border-2 bg-card p-3 hover:bg-sunk',
                one.stop === open ? 'border-ink' : 'border-hair',
              )}
            >
              <span className="font-bold">
                {m.office_set_up_stop({ n: at + 1, name: TITLES[one.stop]() })}
              </span>{' '}
              <span className="text-sm text-ink-soft wrap-anywhere">{stateText(one)}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** What is there, with the way to the form of each object. */
function MadeObjects({ stop, setUp }: { stop: Stop; setUp: SetUp }) {
  const made = OBJECTS[stop].flatMap((kind) => {
    const object = setUp.objects[kind];
    return object ? [{ kind, ...object }] : [];
  });
  if (made.length === 0) return null;
  return (
    <ul className="mb-4 grid gap-1">
      {made.map(({ kind, id, name }) => (
        <li key={kind}>
          <ObjectLink kind={kind} id={id}>
            {m.office_set_up_change({ kind: KIND_NAMES[kind].one(), name })}
          </ObjectLink>
        </li>
      ))}
    </ul>
  );
}

function StopContent({ stop, setUp }: { stop: Stop; setUp: SetUp }) {
  const mayWrite = useMayWrite(stop === 'company' ? 'company' : 'period');
  const { missing } = setUp.stops.find((one) => one.stop === stop)!;
  if (NEEDS[stop].some((kind) => !setUp.objects[kind])) return <p>{m.office_set_up_first()}</p>;
  if (stop === 'test') return <PublishAndOpen setUp={setUp} />;
  if (missing.length === 0) return <p>{m.office_set_up_stop_done()}</p>;
  if (!mayWrite) return <p>{m.office_object_read_only()}</p>;
  const StopForm = FORMS[stop];
  return <StopForm setUp={setUp} />;
}

/** The form that was sent is gone: the focus goes on to the next stop. */
function useFocusOnNext(open: Stop) {
  const part = useRef<HTMLElement>(null);
  const before = useRef(open);
  useEffect(() => {
    if (before.current !== open) part.current?.focus();
    before.current = open;
  }, [open]);
  return part;
}

function ShownSetUp({ setUp }: { setUp: SetUp }) {
  const [query] = useSearchParams();
  const asked = STOPS.find((stop) => stop === query.get(STOP));
  const open = asked ?? setUp.stops.find(({ missing }) => missing.length > 0)?.stop ?? 'test';
  const part = useFocusOnNext(open);
  return (
    <div className="grid gap-6">
      <StopLine stops={setUp.stops} open={open} />
      <Card ref={part} tabIndex={-1} title={TITLES[open]()}>
        {open === 'company' && (
          <div className="mb-6 grid justify-items-start gap-2">
            <p>{m.office_set_up_import_text()}</p>
            <LinkButton look="secondary" size="small" to="/admin/seasons/import">
              {m.office_set_up_import()}
            </LinkButton>
          </div>
        )}
        <MadeObjects stop={open} setUp={setUp} />
        <StopContent key={open} stop={open} setUp={setUp} />
      </Card>
    </div>
  );
}

/** The page of today while no season is published: seven stops to the first sale (SE11.2, SE11.3). */
export function SetUpStops() {
  const setUp = useItems(readSetUp, {});
  return (
    <>
      <PageHead title={m.office_set_up_title()} />
      <p className="mb-6 max-w-prose">{m.office_set_up_text()}</p>
      <Loaded query={setUp} loading={m.office_loading()}>
        {([found]) => found && <ShownSetUp setUp={found} />}
      </Loaded>
      <ObjectSheet />
    </>
  );
}
