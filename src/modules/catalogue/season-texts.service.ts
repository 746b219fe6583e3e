import { sanitiseIfAny } from '#platform/html/sanitise.ts';
import type { Season, SeasonRoute } from './season-file.ts';

/** The season with every HTML text cleaned, as it is stored. */
export function withCleanTexts(season: Season): Season {
  return {
    ...season,
    divisions: season.divisions.map((division) => ({
      ...division,
      ach_terms: sanitiseIfAny(division.ach_terms),
    })),
    program_groups: season.program_groups.map((group) => ({
      ...group,
      programs: group.programs.map((program) => ({
        ...program,
        ach_terms: sanitiseIfAny(program.ach_terms),
      })),
    })),
    periods: season.periods.map((period) => ({
      ...period,
      program_groups: period.program_groups.map((group) => ({
        ...group,
        active_msg: sanitiseIfAny(group.active_msg),
        inactive_msg: sanitiseIfAny(group.inactive_msg),
      })),
      programs: period.programs.map((program) => ({
        ...program,
        contract_text_intro: sanitiseIfAny(program.contract_text_intro),
        contract_text: sanitiseIfAny(program.contract_text),
        faq: sanitiseIfAny(program.faq),
        routes: program.routes.map(withCleanSurgeText),
      })),
    })),
  };
}

function withCleanSurgeText(route: SeasonRoute): SeasonRoute {
  return { ...route, surge_pricing_text: sanitiseIfAny(route.surge_pricing_text) };
}
