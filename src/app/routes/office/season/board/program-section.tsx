import { useId } from 'react';
import { m } from '#i18n/messages.js';
import type { BoardProgram, BoardSchool, BoardText } from '#modules/office/seasons/board.contract.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { ArrangeObjects } from '#app/routes/office/season/arrange-objects.tsx';
import { NewObjects, ObjectLink } from '#app/routes/office/season/object-link.tsx';
import { SeeAsParent } from '#app/routes/office/season/see-as-parent.tsx';
import { FoldButton } from '#app/ui/button.tsx';
import { Facts, type Fact } from '#app/ui/card.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { endedMark, Labels, rateText } from './labels.tsx';
import { checksOfProgram } from './board-checks.ts';
import type { ShownProgram } from './board-view.ts';
import { PlaceChecks } from './place-checks.tsx';
import { RouteTable, type Shown } from './route-table.tsx';
import { TermTable } from './term-bars.tsx';
import type { BoardQuery } from './use-board-query.ts';

type Folds = Pick<BoardQuery, 'folded' | 'fold'>;

type FoldingProps = Folds & { section: string; name: string; heading: Elements; children: Elements };

/** A section that folds; the address keeps which ones are folded (SE1.6). */
export function Folding({ section, name, heading, folded, fold, children }: FoldingProps) {
  const id = useId();
  const isOpen = !folded.includes(section);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {heading}
        <FoldButton
          look="quiet"
          size="small"
          isOpen={isOpen}
          controls={id}
          aria-label={isOpen ? m.office_board_hide_of({ name }) : m.office_board_show_of({ name })}
          onPress={() => fold(section)}
        >
          {isOpen ? m.office_board_hide() : m.office_board_show_again()}
        </FoldButton>
      </div>
      <div id={id} hidden={!isOpen} className="mt-2 min-w-0">
        {isOpen && children}
      </div>
    </>
  );
}

const TEXTS: Readonly<Record<BoardText['field'], () => string>> = {
  contract_text_intro: m.office_board_text_intro,
  contract_text: m.office_board_text_contract,
  faq: m.office_board_text_faq,
};

function useTextLine() {
  const dayText = useCompanyDay();
  return ({ letters, changed_at }: BoardText): string => {
    if (letters === 0) return m.office_board_no_text();
    const n = letters.toLocaleString('en-US');
    return changed_at
      ? m.office_board_text_changed({ n, day: dayText(changed_at) })
      : m.office_board_text_letters({ n });
  };
}

const SWITCHES = [
  ['is_photo_required', m.office_board_photo],
  ['allow_student_exit_bus_alone', m.office_board_alone],
  ['has_pickup_location', m.office_board_pickup],
  ['accept_financial_aid', m.office_board_aid],
] as const;

function useProgramFacts(program: BoardProgram): Fact[] {
  const textLine = useTextLine();
  const { period_program, surcharges, grades } = program;
  const link = (text: string) => (
    <ObjectLink kind="period_program" id={period_program.id}>
      {text}
    </ObjectLink>
  );
  const on = SWITCHES.filter(([field]) => program[field]).map(([, text]) => text());
  const state = period_program.is_active ? m.office_board_on() : m.office_board_off();
  return [
    { label: m.office_board_switch(), value: link([state, ...on].join(', ')) },
    ...program.texts.map((text) => ({ label: TEXTS[text.field](), value: link(textLine(text)) })),
    {
      label: m.office_board_surcharges(),
      value: (
        <Labels
          labels={surcharges.map((one) => ({
            ...one,
            kind: 'surcharge',
            amount: one.amount_flat_cents === undefined ? '' : rateText(one),
            marks: [endedMark(one)],
          }))}
        />
      ),
    },
    {
      label: m.office_board_grades(),
      value: (
        <>
          <Labels labels={grades.map((one) => ({ ...one, kind: 'grade', marks: [endedMark(one)] }))} />
          <ArrangeObjects
            text={m.office_arrange_grades_of({ program: program.name })}
            shortText={m.office_arrange_order()}
            kind="grade"
            items={grades}
          />
        </>
      ),
    },
  ];
}

type OfSchool = { school: Pick<BoardSchool, 'name' | 'path'> };

type ProgramSectionProps = OfSchool & { program: ShownProgram } & Shown & Folds;

/** A program in a season with its routes. */
export function ProgramSection({ school, program, folded, fold, ...shown }: ProgramSectionProps) {
  const facts = useProgramFacts(program);
  // Two schools may have programs of one name.
  const label = m.office_board_program_of({ school: school.name, program: program.name });
  return (
    <section aria-label={label} className="mt-5 min-w-0 border-t border-hair pt-4">
      <Folding
        section={`p${program.id}`}
        name={program.name}
        folded={folded}
        fold={fold}
        heading={
          <h3 className="min-w-0 text-lg font-bold">
            <ObjectLink kind="program" id={program.id}>
              {program.name}
            </ObjectLink>{' '}
            <span className="font-normal text-ink-soft">{endedMark(program) || ''}</span>
          </h3>
        }
      >
        <PlaceChecks checks={checksOfProgram(shown.checks, program)} of={label} />
        <Facts facts={facts} className="mb-4" />
        <div className="mb-1 flex flex-wrap items-center gap-x-7">
          <SeeAsParent name={program.name} school={school.path} program={program.id} />
          <ArrangeObjects
            text={m.office_arrange_routes_of({ program: program.name })}
            shortText={m.office_arrange_routes_here()}
            kind="route"
            items={program.allRoutes.map((route) => ({ ...route, copyOf: { kind: 'route', id: route.id } }))}
          />
        </div>
        <RouteTable school={school.path} program={program} {...shown} />
        <NewObjects
          parent={program.period_program.id}
          kinds={['route', 'surcharge', 'aid_code']}
          of={program.name}
        />
        <TermTable program={program} />
      </Folding>
    </section>
  );
}
