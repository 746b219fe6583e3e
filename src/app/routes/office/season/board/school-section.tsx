import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import type { BoardSchool } from '#modules/office/seasons/board.contract.ts';
import { useCompanyZone } from '#app/company/use-company-day.ts';
import { ArrangeObjects } from '#app/routes/office/season/arrange-objects.tsx';
import { NewObjects, ObjectLink } from '#app/routes/office/season/object-link.tsx';
import { OpenCloseSchool } from '#app/routes/office/season/opening/open-close-school.tsx';
import { SeeAsParent } from '#app/routes/office/season/see-as-parent.tsx';
import { whyNotText } from '#app/routes/office/season/season-texts.ts';
import { Facts, type Fact } from '#app/ui/card.tsx';
import { endedMark, Labels } from './labels.tsx';
import { checksOfSchool } from './board-checks.ts';
import type { ShownSchool } from './board-view.ts';
import { CopySchool } from './copy-school.tsx';
import { PlaceChecks } from './place-checks.tsx';
import { Folding, ProgramSection } from './program-section.tsx';
import type { Shown } from './route-table.tsx';
import type { BoardQuery } from './use-board-query.ts';

function schoolFacts({ period_group }: Pick<BoardSchool, 'period_group'>): Fact[] {
  if (!period_group) return [];
  const { id, is_active, active_msg, inactive_msg, printables } = period_group;
  const link = (text: string) => (
    <ObjectLink kind="period_group" id={id}>
      {text}
    </ObjectLink>
  );
  return [
    { label: m.office_board_switch(), value: link(is_active ? m.office_board_on() : m.office_board_off()) },
    { label: m.office_content_active(), value: link(active_msg ?? m.office_board_no_text()) },
    { label: m.office_content_inactive(), value: link(inactive_msg ?? m.office_board_no_text()) },
    ...(printables.length > 0
      ? [
          {
            label: m.office_board_printables(),
            value: (
              <>
                <Labels
                  labels={printables.map((one) => ({ ...one, kind: 'printable', marks: [endedMark(one)] }))}
                />
                <ArrangeObjects
                  text={m.office_arrange_printables()}
                  shortText={m.office_arrange_order()}
                  kind="printable"
                  items={printables}
                />
              </>
            ),
          },
        ]
      : []),
  ];
}

type SchoolSectionProps = { school: ShownSchool } & Shown & Pick<BoardQuery, 'folded' | 'fold'>;

/** A school of the board with its programs. */
export function SchoolSection({ school, folded, fold, ...shown }: SchoolSectionProps) {
  const zone = useCompanyZone();
  const season_id = Number(useParams().season_id);
  const { name, period_group, why_closed } = school;
  return (
    <section
      data-line={school.path}
      aria-label={school.name}
      className="mb-6 min-w-0 rounded-md border border-hair bg-card p-4 lg:p-5"
    >
      <Folding
        section={`s${school.id}`}
        name={school.name}
        folded={folded}
        fold={fold}
        heading={
          <h2 className="min-w-0 text-xl font-bold">
            <ObjectLink kind="program_group" id={school.id}>
              {school.name}
            </ObjectLink>
          </h2>
        }
      >
        <p className="mb-3 font-semibold">
          {why_closed ? whyNotText(why_closed, zone) : m.office_board_school_sells()}
        </p>
        <PlaceChecks checks={checksOfSchool(shown.checks, school)} of={name} />
        {period_group && (
          <div className="mb-3">
            <OpenCloseSchool one={{ ...period_group, school: name }} />
          </div>
        )}
        <div className="mb-1 flex flex-wrap items-center gap-x-7">
          <SeeAsParent name={name} school={school.path} />
          <ArrangeObjects
            text={m.office_arrange_programs_of({ school: school.name })}
            shortText={m.office_arrange_programs_here()}
            kind="program"
            items={school.allPrograms.map((program) => ({
              ...program,
              copyOf: { kind: 'period_program', id: program.period_program.id },
            }))}
          />
          <CopySchool school={{ ...school, programs: school.allPrograms }} season_id={season_id} />
        </div>
        <Facts facts={schoolFacts(school)} />
        {period_group && <NewObjects parent={period_group.id} kinds={['printable']} of={name} />}
        {school.programs.map((program) => (
          <ProgramSection
            key={program.id}
            school={school}
            program={program}
            folded={folded}
            fold={fold}
            {...shown}
          />
        ))}
      </Folding>
    </section>
  );
}
